import type { BpmRange } from "../../schema/brief.ts";
import { ENERGIES, FACETS, type Facet } from "../../schema/song.ts";
import type { ParameterComplaint, ParsedFilter } from "../http/list-query.ts";
import { shorten } from "../lib/shorten.ts";
import { fold } from "./fold.ts";
import { dayOf, RIGHTS_FILTERS, RIGHTS_VALUES, type RightsFilter, type RightsFilterName } from "./rights-filter.ts";

export const FILTER_NAMES = [
  ...FACETS,
  "energy",
  "bpm",
  "key",
  "artist",
  "instrumental",
  "explicit",
  ...RIGHTS_FILTERS,
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The filter of a list. A song must match all members; the values of a member are alternatives. Words are folded. */
export interface SongFilter {
  readonly tags: Readonly<Partial<Record<Facet, readonly string[]>>>;
  readonly energy: readonly string[] | null;
  readonly bpm: readonly BpmRange[] | null;
  /** Name and mode, for example "a minor". */
  readonly key: readonly string[] | null;
  /** Ids or names, not folded. */
  readonly artist: readonly string[] | null;
  /** Whether any file of the song is instrumental. */
  readonly instrumental: readonly boolean[] | null;
  readonly explicit: readonly boolean[] | null;
  readonly rights: RightsFilter;
  /** The day of the request in UTC, such as `2027-01-31`, if a filter depends on it; else "". */
  readonly today: string;
}

export const NO_FILTER: SongFilter = {
  tags: {},
  energy: null,
  bpm: null,
  key: null,
  artist: null,
  instrumental: null,
  explicit: null,
  rights: {},
  today: "",
};

/** Maximum number of alternatives: each costs a seek in the database. */
const VALUES_MAX = 50;
const BPM_MAX = 1_000;

/**
 * Parses the `filter[…]` parameters of a list. `raw` has the names without brackets: `{ genre: "ambient,techno" }`.
 * Complaints are full sentences for a 400. Unknown filters and invalid values are refused, because ignoring them would
 * silently list the wrong songs. `now` is in milliseconds.
 */
export function parseSongFilter(raw: Readonly<Record<string, string>>, now: number): ParsedFilter<SongFilter> {
  if (Object.keys(raw).length === 0) return { kind: "filter", filter: NO_FILTER };
  const complaints = unknownFilters(raw, FILTER_NAMES);
  const filter = readSongFilter(raw, complaints, now);
  return complaints.length > 0 ? { kind: "complaints", complaints } : { kind: "filter", filter };
}

/** Complains about filters that are not among `names`. */
export function unknownFilters(raw: Readonly<Record<string, string>>, names: readonly string[]): ParameterComplaint[] {
  return Object.keys(raw)
    .filter((name) => !names.includes(name))
    .map((name) => complaint(name, ` is not a filter; the filters are ${names.join(", ")}.`));
}

/** Reads the filters that every list of songs has. Adds a complaint for each invalid value. */
export function readSongFilter(
  raw: Readonly<Record<string, string>>,
  complaints: ParameterComplaint[],
  now: number,
): SongFilter {
  const read = <Value>(name: FilterName, parse: (text: string) => Value | InvalidValue): readonly Value[] | null =>
    readValues(name, raw[name], parse, complaints);

  const tags: Partial<Record<Facet, readonly string[]>> = {};
  for (const facet of FACETS) {
    const values = read(facet, fold);
    if (values !== null) tags[facet] = values;
  }
  const rights: Partial<Record<RightsFilterName, readonly string[]>> = {};
  for (const name of RIGHTS_FILTERS) {
    const values = read(name, RIGHTS_VALUES[name]);
    if (values !== null) rights[name] = values;
  }
  return {
    tags,
    rights,
    today: rights.exclusive === undefined ? "" : dayOf(now),
    energy: read("energy", parseEnergy),
    bpm: read("bpm", parseBpm),
    key: read("key", parseKey),
    artist: read("artist", (text) => text),
    instrumental: read("instrumental", parseBoolean),
    explicit: read("explicit", parseBoolean),
  };
}

/** A key begins with a note, and the rest is a mode as the catalog spells it; or it is a position on the Camelot wheel. */
function parseKey(text: string): string | InvalidValue {
  const folded = fold(text);
  return /^[a-h](?: ?(?:#|b|\u266f|\u266d|sharp|flat))?(?: .+)?$|^(?:[1-9]|1[0-2])[ab]$/u.test(folded)
    ? folded
    : { expected: 'a key such as "A minor" or "F# dorian"' };
}

/** An invalid value, with a description of valid ones. */
export interface InvalidValue {
  readonly expected: string;
}

export function readValues<Value>(
  name: string,
  text: string | undefined,
  parse: (text: string) => Value | InvalidValue,
  complaints: ParameterComplaint[],
  valuesMax = VALUES_MAX,
): readonly Value[] | null {
  if (text === undefined) return null;
  const parts = alternativesIn(text).map((part) => part.trim());
  if (parts.some((part) => part === "")) {
    complaints.push(complaint(name, ` has an empty value; expected one or more values separated by commas.`));
    return null;
  }
  if (parts.length > valuesMax) {
    complaints.push(complaint(name, ` takes at most ${valuesMax} values, got ${parts.length}.`));
    return null;
  }
  const values: Value[] = [];
  for (const part of parts) {
    const value = parse(part);
    if (isInvalidValue(value))
      complaints.push(complaint(name, `: expected ${value.expected}, got ${JSON.stringify(shorten(part))}.`));
    else values.push(value);
  }
  return values;
}

/** Splits a text at its commas. A comma of a value (an artist, an id) is written `\,`, and a backslash `\\`. */
function alternativesIn(text: string): string[] {
  if (!text.includes("\\")) return text.split(",");
  return Array.from(text.matchAll(/(?:^|,)((?:\\[\\,]|[^,])*)/g), ([, part = ""]) =>
    part.replaceAll(/\\([\\,])/g, "$1"),
  );
}

function parseEnergy(text: string): string | InvalidValue {
  const folded = fold(text).replace(/[ -]/g, "_");
  return ENERGIES.some((energy) => energy === folded) ? folded : { expected: `one of ${ENERGIES.join(", ")}` };
}

function parseBpm(text: string): BpmRange | InvalidValue {
  const [first = "", last = first, ...rest] = text.split("..");
  const minBpm = parseTempo(first);
  const maxBpm = parseTempo(last);
  const isRange = rest.length === 0 && minBpm !== null && maxBpm !== null && minBpm <= maxBpm;
  return isRange ? { minBpm, maxBpm } : { expected: `a number up to ${BPM_MAX} or a range such as 118..124` };
}

function parseTempo(text: string): number | null {
  const value = /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN;
  return value <= BPM_MAX ? value : null;
}

function parseBoolean(text: string): boolean | InvalidValue {
  const folded = fold(text);
  if (folded === "true" || folded === "false") return folded === "true";
  return { expected: "true or false" };
}

function isInvalidValue(value: unknown): value is InvalidValue {
  return typeof value === "object" && value !== null && "expected" in value;
}

export function complaint(name: string, text: string): ParameterComplaint {
  const parameter = `filter[${shorten(name)}]`;
  return { parameter, detail: parameter + text };
}
