import { type Vocals, VOCALS } from "../../../schema/song.ts";
import type { ParameterComplaint, ParsedFilter } from "../../http/list-query.ts";
import { shorten } from "../../lib/shorten.ts";
import { readKey } from "../../text/musical-key.ts";
import { fold } from "../fold.ts";
import {
  complaint,
  FILTER_NAMES,
  type InvalidValue,
  NO_FILTER,
  readSongFilter,
  readValues,
  type SongFilter,
  unknownFilters,
} from "../song-filter.ts";
import { UNKNOWN_CODE, keyCode } from "./listing-columns.ts";
import { harmonicKeys } from "./harmonic-keys.ts";
import { titleWords } from "./title-text.ts";

export const LIST_FILTER_NAMES = [
  ...FILTER_NAMES,
  "harmonic",
  "duration",
  "released",
  "year",
  "vocals",
  "title",
  "isrc",
  "playlist",
  "id",
] as const;
export type ListFilterName = (typeof LIST_FILTER_NAMES)[number];

/** Both ends are included. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** The filter of the lists and facets of songs. Values of one member are alternatives. */
export interface ListFilter extends SongFilter {
  /** Codes of keys, see `keyCode`: those that sound well after the given ones. */
  readonly harmonic: readonly number[] | null;
  /** Whole seconds. */
  readonly duration: readonly NumberRange[] | null;
  /** Days since 1970, UTC. */
  readonly released: readonly NumberRange[] | null;
  readonly year: readonly NumberRange[] | null;
  readonly vocals: readonly (Vocals | "unknown")[] | null;
  /** Words that the title must have, or words that begin with them. */
  readonly title: readonly string[] | null;
  readonly isrc: readonly string[] | null;
  readonly playlist: readonly number[] | null;
  readonly id: readonly string[] | null;
}

export const NO_LIST_FILTER: ListFilter = {
  ...NO_FILTER,
  harmonic: null,
  duration: null,
  released: null,
  year: null,
  vocals: null,
  title: null,
  isrc: null,
  playlist: null,
  id: null,
};

const IDS_MAX = 100;
const SECONDS_MAX = 86_400;
const YEAR_MAX = 9_999;
const DAY_MS = 86_400_000;
const TITLE_WORDS_MAX = 20;

/** Parses the `filter[…]` parameters of a list of songs, like `parseSongFilter`. */
export function parseListFilter(raw: Readonly<Record<string, string>>, now: number): ParsedFilter<ListFilter> {
  if (Object.keys(raw).length === 0) return { kind: "filter", filter: NO_LIST_FILTER };
  const complaints = unknownFilters(raw, LIST_FILTER_NAMES);
  const read = <Value>(
    name: ListFilterName,
    parse: (text: string) => Value | InvalidValue,
    valuesMax?: number,
  ): readonly Value[] | null => readValues(name, raw[name], parse, complaints, valuesMax);
  const filter: ListFilter = {
    ...readSongFilter(raw, complaints, now),
    harmonic: read("harmonic", parseHarmonic)?.flat() ?? null,
    duration: read("duration", parseDuration),
    released: read("released", parseReleased),
    year: read("year", parseYear),
    vocals: read("vocals", parseVocals),
    title: readTitle(raw["title"], complaints),
    isrc: read("isrc", parseIsrc),
    playlist: read("playlist", parsePlaylist),
    id: read("id", (text) => text, IDS_MAX),
  };
  return complaints.length > 0 ? { kind: "complaints", complaints } : { kind: "filter", filter };
}

function parseHarmonic(text: string): readonly number[] | InvalidValue {
  const code = keyCode(text, "");
  const { tonic, mode } = readKey(text, "");
  return code === UNKNOWN_CODE || tonic === null || mode === null
    ? { expected: 'a key with its mode such as "A minor", "F# major" or "8A"' }
    : harmonicKeys({ tonic, mode });
}

function parseDuration(text: string): NumberRange | InvalidValue {
  const range = parseRange(text, parseSeconds);
  return range ?? { expected: "seconds, or a range such as 30..60, 180.. or ..45" };
}

function parseSeconds(text: string): NumberRange | null {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return value <= SECONDS_MAX ? { from: value, to: value } : null;
}

function parseYear(text: string): NumberRange | InvalidValue {
  return parseRange(text, readYear) ?? { expected: "a year such as 1987, or a range such as 1980..1989 or 2020.." };
}

function readYear(text: string): NumberRange | null {
  const value = /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
  return value <= YEAR_MAX ? { from: value, to: value } : null;
}

function parseReleased(text: string): NumberRange | InvalidValue {
  return (
    parseRange(text, readDay) ?? {
      expected: "a date such as 2024-05-01, or a range such as 2024-01-01..2024-06-30 or 2024-01-01..",
    }
  );
}

function readDay(text: string): NumberRange | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  // 2024-02-30 is no date, but a Date would read it as the first of March.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) return null;
  const day = Math.floor(date.getTime() / DAY_MS);
  return { from: day, to: day };
}

/** Parses `x`, `x..y`, `x..` or `..y`. Null if an end is invalid or the range is empty. */
function parseRange(text: string, parseEnd: (text: string) => NumberRange | null): NumberRange | null {
  const [first = "", last, ...rest] = text.split("..").map((part) => part.trim());
  if (rest.length > 0) return null;
  if (last === undefined) return parseEnd(first);
  if (first === "" && last === "") return null;
  const from = first === "" ? Number.MIN_SAFE_INTEGER : parseEnd(first)?.from;
  const to = last === "" ? Number.MAX_SAFE_INTEGER : parseEnd(last)?.to;
  return from === undefined || to === undefined || from > to ? null : { from, to };
}

function parseVocals(text: string): Vocals | "unknown" | InvalidValue {
  const folded = fold(text);
  const values = [...VOCALS, "unknown"] as const;
  return values.find((one) => one === folded) ?? { expected: `one of ${values.join(", ")}` };
}

/** An ISRC in any case, also with hyphens. */
function parseIsrc(text: string): string | InvalidValue {
  const code = text.replaceAll("-", "").toUpperCase();
  return /^[A-Z0-9]{12}$/.test(code) ? code : { expected: "an ISRC of 12 letters and digits" };
}

function parsePlaylist(text: string): number | InvalidValue {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : { expected: "the id of a playlist, a whole number" };
}

/** A title is one text: its commas do not separate alternatives. */
function readTitle(text: string | undefined, complaints: ParameterComplaint[]): readonly string[] | null {
  if (text === undefined) return null;
  const words = titleWords(text);
  if (words.length === 0) {
    complaints.push(complaint("title", `: expected words of a title, got ${JSON.stringify(shorten(text))}.`));
  }
  if (words.length > TITLE_WORDS_MAX) {
    complaints.push(complaint("title", ` takes at most ${TITLE_WORDS_MAX} words, got ${words.length}.`));
  }
  return words;
}
