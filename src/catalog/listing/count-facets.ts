import { ENERGIES, MODES, VOCALS } from "../../../schema/song.ts";
import type { Steps } from "../../lib/steps.ts";
import { describeKey } from "../../text/musical-key.ts";
import { type ListingColumns, UNKNOWN_CODE, UNKNOWN_NUMBER } from "./listing-columns.ts";
import type { ListFilterName } from "./list-song-filter.ts";
import type { ListingStore } from "./listing-store.ts";
import { type FilteredSets, songsInAll } from "./matching-songs.ts";
import type { SongSet } from "./song-set.ts";

/** Values per facet: those with the most songs. */
const FACET_VALUES_MAX = 200;

const TAG_FACETS = ["genre", "mood", "instrument", "characteristic"] as const;
const RIGHTS_FACETS = ["one_stop", "clearance", "ai"] as const;
/** Facets whose values are in the filter tables. */
const STORED_FACETS = [...TAG_FACETS, ...RIGHTS_FACETS] as const;

/** First values of the bands. A band ends before the next one begins; the last one is open. */
const BPM_BANDS = [0, 60, 80, 100, 120, 140, 160, 180] as const;
const BPM_MAX = 1_000;
const DURATION_BANDS = [0, 15, 30, 60, 90, 120, 180, 240, 300, 600] as const;

export const FACET_NAMES = [
  ...TAG_FACETS,
  "energy",
  "bpm",
  "key",
  "duration",
  "year",
  "vocals",
  ...RIGHTS_FACETS,
] as const;
export type FacetName = (typeof FACET_NAMES)[number];

/** A value as its filter takes it, and the number of songs that the list has with it. */
export interface FacetEntry {
  readonly value: string;
  readonly count: number;
}

export interface FacetCounts {
  readonly values: readonly FacetEntry[];
  /** Values beyond the maximum. */
  readonly more: number;
}

/** The filters that choose among the values of a facet. A facet's counts leave them out. */
const OWN_FILTERS: Readonly<Partial<Record<FacetName, readonly ListFilterName[]>>> = {
  key: ["key", "harmonic"],
  year: ["year", "released"],
};

export interface Counted {
  readonly total: number;
  readonly facets: Readonly<Record<FacetName, FacetCounts>>;
}

/** Counts the values of every facet among the songs that match all filters but the facet's own. */
export function* countFacets(
  store: ListingStore,
  columns: ListingColumns,
  { all, sets }: { readonly all: SongSet; readonly sets: FilteredSets },
): Steps<Counted> {
  const matching = songsInAll(all, sets);
  const isComplete = sets.size === 0 && all.count() === columns.songs.count();
  const facets: Partial<Record<FacetName, FacetCounts>> = {};
  for (const name of FACET_NAMES) {
    const own: readonly ListFilterName[] = OWN_FILTERS[name] ?? [name];
    const songs = own.some((one) => sets.has(one)) ? songsInAll(all, sets, own) : matching;
    facets[name] = isStoredFacet(name)
      ? yield* countTerms(store, name, isComplete ? null : songs)
      : yield* countColumn(columns, name, songs);
    yield;
  }
  return { total: matching.count(), facets: complete(facets) };
}

type ColumnFacet = Exclude<FacetName, (typeof STORED_FACETS)[number]>;

function isStoredFacet(name: FacetName): name is (typeof STORED_FACETS)[number] {
  return STORED_FACETS.some((one) => one === name);
}

/** `songs` is null for the complete catalog, whose counts are stored. */
function* countTerms(store: ListingStore, facet: string, songs: SongSet | null): Steps<FacetCounts> {
  const counts = new Map<string, number>();
  for (const term of store.termsOf(facet)) {
    let count = term.songs;
    if (songs !== null) {
      count = 0;
      for (const { block, offsets } of store.termBlocks(term.id)) count += songs.countBlock(block, offsets);
      yield;
    }
    if (count > 0) counts.set(term.folded, count);
  }
  const byCount = [...counts].toSorted(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
  return limited(byCount);
}

const SONGS_PER_STEP = 32_768;

function* countColumn(columns: ListingColumns, facet: ColumnFacet, songs: SongSet): Steps<FacetCounts> {
  const counts = new Map<number, number>();
  const add = (code: number): void => void counts.set(code, (counts.get(code) ?? 0) + 1);
  const read = codesOf(columns, facet, add);
  let seen = 0;
  for (const ordinal of songs.ordinals()) {
    read(ordinal);
    if (++seen % SONGS_PER_STEP === 0) yield;
  }
  const codes = [...counts].toSorted(([a], [b]) => a - b);
  // The newest year comes first.
  if (facet === "year") codes.reverse();
  return limited(codes.map(([code, count]) => [nameOf(facet, code), count]));
}

/** Returns a function that passes the codes of a song to `add`. */
function codesOf(columns: ListingColumns, facet: ColumnFacet, add: (code: number) => void): (ordinal: number) => void {
  const addKnown = (code: number | undefined, unknown: number): void => {
    if (code !== undefined && code !== unknown) add(code);
  };
  switch (facet) {
    case "energy":
      return (one) => addKnown(columns.energy[one], UNKNOWN_CODE);
    case "key":
      return (one) => addKnown(columns.key[one], UNKNOWN_CODE);
    case "year":
      return (one) => addKnown(columns.year[one], 0);
    case "bpm":
      return (one) => addKnown(bandOf(BPM_BANDS, columns.bpm[one] ?? UNKNOWN_NUMBER), -1);
    case "duration":
      return (one) => addKnown(bandOf(DURATION_BANDS, columns.seconds[one] ?? UNKNOWN_NUMBER), -1);
    case "vocals":
      return (one) => {
        const bits = columns.vocals[one] ?? 0;
        if (bits === 0) add(VOCALS.length);
        VOCALS.forEach((_, at) => {
          if ((bits >> at) & 1) add(at);
        });
      };
  }
}

function nameOf(facet: ColumnFacet, code: number): string {
  switch (facet) {
    case "energy":
      return ENERGIES[code] ?? "";
    case "key":
      return describeKey({ tonic: Math.floor(code / MODES.length), mode: MODES[code % MODES.length] ?? null });
    case "year":
      return String(code).padStart(4, "0");
    case "bpm":
      return bandName(BPM_BANDS, code, String(BPM_MAX));
    case "duration":
      return bandName(DURATION_BANDS, code, "");
    case "vocals":
      return VOCALS[code] ?? "unknown";
  }
}

/** Returns the place of a value's band; -1 for an unknown value. */
function bandOf(bands: readonly number[], value: number): number {
  return value === UNKNOWN_NUMBER ? -1 : bands.findLastIndex((from) => value >= from);
}

/** Returns the range of a band as its filter takes it: `60..79`. `end` is the end of the last one. */
function bandName(bands: readonly number[], at: number, end: string): string {
  const next = bands[at + 1];
  return `${bands[at] ?? 0}..${next === undefined ? end : next - 1}`;
}

function limited(values: readonly (readonly [value: string, count: number])[]): FacetCounts {
  const shown = values.slice(0, FACET_VALUES_MAX).map(([value, count]) => ({ value, count }));
  return { values: shown, more: values.length - shown.length };
}

function complete(facets: Partial<Record<FacetName, FacetCounts>>): Readonly<Record<FacetName, FacetCounts>> {
  const none: FacetCounts = { values: [], more: 0 };
  const {
    genre = none,
    mood = none,
    instrument = none,
    characteristic = none,
    energy = none,
    bpm = none,
    key = none,
    duration = none,
    year = none,
    vocals = none,
    one_stop = none,
    clearance = none,
    ai = none,
  } = facets;
  return {
    genre,
    mood,
    instrument,
    characteristic,
    energy,
    bpm,
    key,
    duration,
    year,
    vocals,
    one_stop,
    clearance,
    ai,
  };
}
