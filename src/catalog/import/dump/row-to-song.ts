import { FACETS } from "../../../../schema/song.ts";
import type { ColumnField } from "./column-map.ts";

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

/**
 * Converts a row to the value of a JSON line of the same song, so that the same checks apply to both. Text becomes a
 * number, boolean or list if the field has that type. Text that does not convert stays text, and the checks reject it.
 */
export function rowToSong(cells: readonly string[], columns: Columns): Record<string, unknown> {
  const given = new Map<ColumnField, string>();
  const song: Record<string, unknown> = {};
  for (const [at, column] of columns.entries()) {
    const cell = cells[at]?.trim() ?? "";
    if (cell === "" || column.isLeftOut) continue;
    if (column.field === null) song[column.header] = cell;
    else given.set(column.field, joined(given.get(column.field), cell, column.field));
  }
  for (const field of TEXT_FIELDS) set(song, field, given.get(field));
  set(song, "energy", parsed(given.get("energy"), asWord));
  set(song, "explicit", parsed(given.get("explicit"), parseBoolean));
  set(song, "released_at", parsed(given.get("released_at"), parseInstant));
  set(song, "bpm", parsed(given.get("bpm"), parseNumber));
  set(song, "key", keyOf(given));
  set(song, "tags", tagsOf(given));
  set(song, "artists", artistsOf(given));
  set(song, "audio_files", audioFilesOf(given));
  set(
    song,
    "playlists",
    parsed(given.get("playlists"), (text) => valuesOf(text).map((one) => parseNumber(one) ?? one)),
  );
  return song;
}

/** Joins two columns of the same list field. For other fields the first filled column wins. */
function joined(before: string | undefined, cell: string, field: ColumnField): string {
  if (before === undefined) return cell;
  const isList = FACETS.some((facet) => facet === field) || ["artist", "artist_id", "playlists"].includes(field);
  return isList ? `${before};${cell}` : before;
}

function set(target: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) target[name] = value;
}

function parsed<Value>(
  text: string | undefined,
  parse: (text: string) => Value | undefined,
): Value | string | undefined {
  return text === undefined ? undefined : (parse(text) ?? text);
}

function valuesOf(cell: string): string[] {
  return cell
    .split(SEPARATOR)
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

/** Converts "Very Low" to very_low. */
function asWord(text: string): string {
  return text.toLowerCase().replace(/[\s-]+/g, "_");
}

function parseNumber(text: string): number | undefined {
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function parseBoolean(text: string): boolean | undefined {
  const folded = text.toLowerCase();
  if (["true", "yes", "1"].includes(folded)) return true;
  if (["false", "no", "0"].includes(folded)) return false;
  return undefined;
}

/** Parses seconds since 1970, or a date with an optional time and zone (UTC by default), as spreadsheets write them. */
function parseInstant(text: string): number | undefined {
  const seconds = parseNumber(text);
  if (seconds !== undefined) return seconds;
  const date = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?)(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  if (date === null) return undefined;
  const milliseconds = Date.parse(`${date[1]}T${date[2] ?? "00:00"}${date[3] ?? "Z"}`);
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1_000);
}

/** Parses seconds, 3:05 or 1:02:03. */
function parseDuration(text: string): number | undefined {
  const clock = /^(?:(\d+):)?(\d+):([0-5]?\d(?:\.\d+)?)$/.exec(text);
  if (clock === null) return parseNumber(text);
  return Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3]);
}

/** `key` holds "A minor"; `key_name` and `key_mode` hold its two parts. */
function keyOf(given: ReadonlyMap<ColumnField, string>): object | undefined {
  const [first, ...others] = given.get("key")?.split(/\s+/) ?? [];
  const name = given.get("key_name") ?? first;
  const mode = given.get("key_mode") ?? others.join(" ");
  return name === undefined ? undefined : { name, mode };
}

function tagsOf(given: ReadonlyMap<ColumnField, string>): object | undefined {
  const tags: Record<string, string[]> = {};
  for (const facet of FACETS) {
    const cell = given.get(facet);
    if (cell !== undefined) tags[facet] = valuesOf(cell);
  }
  return Object.keys(tags).length === 0 ? undefined : tags;
}

function artistsOf(given: ReadonlyMap<ColumnField, string>): object[] | undefined {
  const names = valuesOf(given.get("artist") ?? "");
  const ids = valuesOf(given.get("artist_id") ?? "");
  const count = Math.max(names.length, ids.length);
  if (count === 0) return undefined;
  return Array.from({ length: count }, (_, at) => {
    const id = ids[at];
    const name = names[at] ?? "";
    return id === undefined ? { name } : { id, name };
  });
}

/** If a row has a field about a file, the song gets one file: the full version. */
function audioFilesOf(given: ReadonlyMap<ColumnField, string>): object[] | undefined {
  const file: Record<string, unknown> = {};
  for (const field of ["wav", "mp3"] as const) set(file, field, given.get(field));
  set(file, "vocals", parsed(given.get("vocals"), asWord));
  set(file, "duration", parsed(given.get("duration"), parseDuration));
  const id = given.get("audio_file_id");
  if (Object.keys(file).length === 0 && id === undefined) return undefined;
  return [{ ...file, id: id ?? `${given.get("id") ?? ""}-main` }];
}
