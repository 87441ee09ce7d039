/** From a column's header, as it was written, to the field it holds; null for a column to leave out. */
export type ColumnMap = ReadonlyMap<string, string | null>;

/** The fields that a column of a CSV or TSV file can hold (docs/catalog.md). */
export const COLUMN_FIELDS = [
  "id",
  "title",
  "description",
  "energy",
  "explicit",
  "lyrics",
  "isrc",
  "released_at",
  "bpm",
  "key",
  "key_name",
  "key_mode",
  "genre",
  "mood",
  "instrument",
  "characteristic",
  "artist",
  "artist_id",
  "playlists",
  "stems",
  "wav",
  "mp3",
  "vocals",
  "duration",
  "audio_file_id",
] as const;
export type ColumnField = (typeof COLUMN_FIELDS)[number];

/** Spellings that mean the same field. */
const ALIASES: ReadonlyMap<string, ColumnField> = new Map([
  ["artists", "artist"],
  ["artist_ids", "artist_id"],
  ["playlist", "playlists"],
  ["genres", "genre"],
  ["moods", "mood"],
  ["instruments", "instrument"],
  ["characteristics", "characteristic"],
]);

export type ParsedColumnMap =
  | { readonly kind: "map"; readonly map: ColumnMap }
  | { readonly kind: "complaints"; readonly complaints: readonly string[] };

/**
 * Reads the content of a `--map` file: a JSON object from column to field, `{ "Track name": "title" }`; null
 * leaves a column out. Complaints are whole sentences.
 */
export function parseColumnMap(value: unknown): ParsedColumnMap {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { kind: "complaints", complaints: ["A column map is a JSON object from column to field."] };
  }
  const map = new Map<string, string | null>();
  const complaints: string[] = [];
  for (const [column, field] of Object.entries(value)) {
    const known: ColumnField | null = typeof field === "string" ? columnField(field) : null;
    if (known !== null || field === null) map.set(column, known);
    else {
      complaints.push(
        `Column ${JSON.stringify(column)}: ${JSON.stringify(field)} is not a field; there are ${COLUMN_FIELDS.join(", ")}.`,
      );
    }
  }
  return complaints.length > 0 ? { kind: "complaints", complaints } : { kind: "map", map };
}

/** The map by normalized headers: those of the map and of a table need not be written alike. */
export function byNormalHeader(map: ColumnMap): ColumnMap {
  return new Map(Array.from(map, ([column, field]) => [normalizeHeader(column), field]));
}

/** "Released At" and "released-at" name the field released_at. */
export function normalizeHeader(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
}

/** The field that a header names by itself, null when it names none. */
export function columnField(header: string): ColumnField | null {
  const name = normalizeHeader(header);
  return COLUMN_FIELDS.find((field) => field === name) ?? ALIASES.get(name) ?? null;
}
