import { FACETS } from "../../../../schema/song.ts";
import type { DumpLine } from "../dump-line.ts";
import type { TableNotations } from "../facts/table-notations.ts";
import { RIGHTS_LISTS } from "../rights/rights-fields.ts";
import type { CellRow } from "../sheets/read-sheet.ts";
import type { ColumnField } from "./column-fields.ts";
import { type GivenCell, RowFacts } from "./row-facts.ts";

export type Columns = readonly {
  readonly header: string;
  /** Null for a header that does not name a field. */
  readonly field: ColumnField | null;
  /** True for a column that the map leaves out. */
  readonly isLeftOut: boolean;
}[];

/** Separates the values of a cell. */
const SEPARATOR = /[;|]/;

/** Text fields of a song line that take the cell unchanged. */
const TEXT_FIELDS = ["id", "title", "description", "lyrics", "isrc", "stems"] as const;
const LIST_FIELDS: ReadonlySet<ColumnField> = new Set([...FACETS, "artist", "artist_id", "playlists", ...RIGHTS_LISTS]);

/**
 * Converts a row to the value of a JSON line of the same song, so that the same checks apply to both, and notes about
 * its cells. A cell that cannot be read is left out with a note.
 */
export function rowToSong({ line, cells }: CellRow, columns: Columns, notations: TableNotations): DumpLine[] {
  const given = new Map<ColumnField, GivenCell>();
  const song: Record<string, unknown> = {};
  for (const [column, { header, field, isLeftOut }] of columns.entries()) {
    const text = cells[column]?.trim() ?? "";
    if (text === "" || isLeftOut) continue;
    if (field === null) song[header] = text;
    else given.set(field, joined(given.get(field), { text, texts: [text], header, column }, field));
  }
  const facts = new RowFacts(line, given, notations);
  for (const field of TEXT_FIELDS) set(song, field, facts.text(field));
  set(song, "energy", facts.energy());
  set(song, "explicit", facts.explicit());
  set(song, "released_at", facts.releasedAt());
  set(song, "bpm", facts.bpm());
  set(song, "key", facts.key());
  set(song, "tags", tagsOf(facts));
  set(song, "artists", artistsOf(facts));
  set(song, "audio_files", audioFilesOf(facts));
  set(song, "rights", facts.rights());
  set(song, "playlists", facts.playlists(valuesOf(facts.text("playlists"))));
  return [...facts.notes, { kind: "value", line, value: song, isLenient: true }];
}

/** Joins two columns of the same list field. For other fields the first filled column wins. */
function joined(before: GivenCell | undefined, cell: GivenCell, field: ColumnField): GivenCell {
  if (before === undefined) return cell;
  return LIST_FIELDS.has(field)
    ? { ...before, text: `${before.text};${cell.text}`, texts: [...before.texts, ...cell.texts] }
    : before;
}

function set(target: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined && value !== null) target[name] = value;
}

function valuesOf(cell: string | undefined): string[] {
  return (cell ?? "")
    .split(SEPARATOR)
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

function tagsOf(facts: RowFacts): object | undefined {
  const tags: Record<string, string[]> = {};
  for (const facet of FACETS) {
    const cell = facts.text(facet);
    if (cell !== undefined) tags[facet] = valuesOf(cell);
  }
  return Object.keys(tags).length === 0 ? undefined : tags;
}

function artistsOf(facts: RowFacts): object[] | undefined {
  const names = valuesOf(facts.text("artist"));
  const ids = valuesOf(facts.text("artist_id"));
  const count = Math.max(names.length, ids.length);
  if (count === 0) return undefined;
  return Array.from({ length: count }, (_, at) => {
    const id = ids[at];
    const name = names[at] ?? "";
    return id === undefined ? { name } : { id, name };
  });
}

/** If a row has a field about a file, the song gets one file: the full version. */
function audioFilesOf(facts: RowFacts): object[] | undefined {
  const file: Record<string, unknown> = {};
  for (const field of ["wav", "mp3"] as const) set(file, field, facts.text(field));
  set(file, "vocals", facts.vocals());
  set(file, "duration", facts.duration());
  const id = facts.text("audio_file_id");
  if (Object.keys(file).length === 0 && id === undefined) return undefined;
  return [{ ...file, id: id ?? `${facts.text("id") ?? ""}-main` }];
}
