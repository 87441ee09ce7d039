import { COLUMN_FIELDS, type ColumnField } from "./column-fields.ts";
import { spelledField } from "./column-spellings.ts";

/** Maps column headers to fields, or to null for a column to leave out. */
export type ColumnMap = ReadonlyMap<string, string | null>;

/** Other names of fields. */
const ALIASES: ReadonlyMap<string, ColumnField> = new Map([
  ["artists", "artist"],
  ["artist_ids", "artist_id"],
  ["playlist", "playlists"],
  ["genres", "genre"],
  ["moods", "mood"],
  ["instruments", "instrument"],
  ["characteristics", "characteristic"],
]);

const RESTRICTIONS: ReadonlySet<ColumnField> = new Set(["territories", "excluded_territories", "excluded_uses"]);

export type ParsedColumnMap =
  | { readonly kind: "map"; readonly map: ColumnMap }
  | { readonly kind: "complaints"; readonly complaints: readonly string[] };

/**
 * Parses the content of a `--map` file: a JSON object from columns to fields, `{ "Track name": "title" }`. Null leaves a
 * column out. Complaints are full sentences.
 */
export function parseColumnMap(value: unknown): ParsedColumnMap {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { kind: "complaints", complaints: ["A column map must be a JSON object from columns to fields."] };
  }
  const map = new Map<string, string | null>();
  const complaints: string[] = [];
  for (const [column, field] of Object.entries(value)) {
    const known: ColumnField | null = typeof field === "string" ? columnField(field) : null;
    if (known !== null || field === null) map.set(column, known);
    else {
      complaints.push(
        `Column ${JSON.stringify(column)}: ${JSON.stringify(field)} is not a field; the fields are ${COLUMN_FIELDS.join(", ")}.`,
      );
    }
  }
  return complaints.length > 0 ? { kind: "complaints", complaints } : { kind: "map", map };
}

/** Returns the map with normalized headers, because the map and the table can differ in case and punctuation. */
export function byNormalHeader(map: ColumnMap): ColumnMap {
  return new Map(Array.from(map, ([column, field]) => [normalizeHeader(column), field]));
}

/** Normalizes "Released At" and "released-at" to released_at. */
export function normalizeHeader(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
}

/** Returns the field that a header names, in our words or in others, or null. */
export function columnField(header: string): ColumnField | null {
  return ownField(header) ?? spelledField(normalizeHeader(header));
}

/**
 * Returns the field of each column of a table. Other words count only if nothing before them is this field, except for restrictions,
 * of which each column can have some.
 */
export function columnFields(headers: readonly string[], map: ColumnMap): readonly (ColumnField | null)[] {
  const named = headers.map((header) => {
    const mapped = map.get(normalizeHeader(header));
    return mapped === undefined ? ownField(header) : columnField(mapped ?? "");
  });
  const taken = new Set(named);
  return headers.map((header, at) => {
    const field = named[at] ?? null;
    if (field !== null || map.has(normalizeHeader(header))) return field;
    const spelled = spelledField(normalizeHeader(header));
    if (spelled === null || (taken.has(spelled) && !RESTRICTIONS.has(spelled))) return null;
    taken.add(spelled);
    return spelled;
  });
}

/** Whether a header is one of our names for a column. */
export function isOwnName(header: string): boolean {
  return ownField(header) !== null;
}

function ownField(header: string): ColumnField | null {
  const name = normalizeHeader(header);
  return COLUMN_FIELDS.find((field) => field === name) ?? ALIASES.get(name) ?? null;
}

const LISTED_MAX = 6;

/** Lists the first columns of a table for a message. */
export function listColumns(columns: readonly string[]): string {
  return columns.slice(0, LISTED_MAX).join(", ") + (columns.length > LISTED_MAX ? " …" : "");
}
