import { FACETS } from "../../../../schema/song.ts";
import type { ColumnField } from "./column-map.ts";
import { idOfName } from "../check/id-of-name.ts";

export type Columns = readonly {
  readonly header: string;
  /** Null for a header that names no field. */
  readonly field: ColumnField | null;
  /** True for a column that the map leaves out on purpose. */
  readonly isLeftOut: boolean;
}[];

/** Several values of a cell. */
const SEPARATOR = /[;|]/;

/** Text members of a song line that a cell fills as it is. */
const TEXT_FIELDS = ["id", "title", "description", "lyrics", "isrc", "stems"] as const;

/**
 * Makes of a row what a JSON line of the same song would be, so that both are checked alike: text becomes a
 * number, a truth or a list where the field has one, and stays text (to be rejected) where it cannot.
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
  set(song, "explicit", parsed(given.get("explicit"), parseTruth));
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

/** Two columns of one list add up; of two columns of one text the first that is filled counts. */
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

/** "Very Low" is the word very_low. */
function asWord(text: string): string {
  return text.toLowerCase().replace(/[\s-]+/g, "_");
}

function parseNumber(text: string): number | undefined {
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function parseTruth(text: string): boolean | undefined {
  const folded = text.toLowerCase();
  if (["true", "yes", "1"].includes(folded)) return true;
  if (["false", "no", "0"].includes(folded)) return false;
  return undefined;
}

/** Seconds since 1970, or a date (with or without a time; UTC unless it says otherwise), as spreadsheets have it. */
function parseInstant(text: string): number | undefined {
  const seconds = parseNumber(text);
  if (seconds !== undefined) return seconds;
  const date = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?)(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  if (date === null) return undefined;
  const milliseconds = Date.parse(`${date[1]}T${date[2] ?? "00:00"}${date[3] ?? "Z"}`);
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1_000);
}

/** Seconds, or 3:05 and 1:02:03. */
function parseDuration(text: string): number | undefined {
  const clock = /^(?:(\d+):)?(\d+):([0-5]?\d(?:\.\d+)?)$/.exec(text);
  if (clock === null) return parseNumber(text);
  return Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3]);
}

/** `key` holds "A minor"; `key_name` and `key_mode` hold its halves. */
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
    const name = names[at] ?? "";
    return { id: ids[at] ?? idOfName(name), name };
  });
}

/** A row describes one file, the full version, when it says anything about it. */
function audioFilesOf(given: ReadonlyMap<ColumnField, string>): object[] | undefined {
  const file: Record<string, unknown> = {};
  for (const field of ["wav", "mp3"] as const) set(file, field, given.get(field));
  set(file, "vocals", parsed(given.get("vocals"), asWord));
  set(file, "duration", parsed(given.get("duration"), parseDuration));
  const id = given.get("audio_file_id");
  if (Object.keys(file).length === 0 && id === undefined) return undefined;
  return [{ ...file, id: id ?? `${given.get("id") ?? ""}-main` }];
}
