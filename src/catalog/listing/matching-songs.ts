import { ENERGIES, FACETS, VOCALS } from "../../../schema/song.ts";
import type { BpmRange } from "../../../schema/brief.ts";
import type { Steps } from "../../lib/steps.ts";
import { blockOf } from "../filter-block.ts";
import type { TermGroup } from "../list-store.ts";
import { RIGHTS_FILTERS } from "../rights-filter.ts";
import { NO_FILTER, type SongFilter } from "../song-filter.ts";
import {
  isrcHashOf,
  keyCode,
  type ListingColumns,
  UNKNOWN_CODE,
  UNKNOWN_DAY,
  UNKNOWN_NUMBER,
} from "./listing-columns.ts";
import type { ListFilter, ListFilterName, NumberRange } from "./list-song-filter.ts";
import type { ListingStore } from "./listing-store.ts";
import { SongSet } from "./song-set.ts";

/** Songs, or hits of a title, per step. */
const PER_STEP = 32_768;

/** For each filter that is given, the songs that match it. */
export type FilteredSets = ReadonlyMap<ListFilterName, SongSet>;

/** Finds the songs of each filter by itself, so that facets can leave their own filter out. */
export function* filteredSets(store: ListingStore, columns: ListingColumns, filter: ListFilter): Steps<FilteredSets> {
  const { size } = columns;
  const sets = new Map<ListFilterName, SongSet>();
  for (const [name, part] of storedParts(filter)) {
    const set = new SongSet(size);
    for (const group of store.groupsOf(part)) yield* addGroup(store, set, group);
    sets.set(name, set);
  }
  for (const [name, test] of columnTests(columns, filter)) {
    const set = sets.get(name) ?? new SongSet(size);
    for (let ordinal = 0; ordinal < size; ordinal++) {
      if (test(ordinal)) set.add(ordinal);
      if (ordinal % PER_STEP === PER_STEP - 1) yield;
    }
    sets.set(name, set);
  }
  const { title, isrc, playlist, id } = filter;
  if (title !== null) sets.set("title", yield* withTitle(columns, title));
  if (isrc !== null) {
    const hashes = new Set(isrc.map(isrcHashOf));
    const candidates = [...columns.songs.ordinals()].filter((one) => hashes.has(columns.isrcHash[one] ?? 0));
    sets.set("isrc", SongSet.of(size, store.withIsrc(candidates, isrc)));
  }
  if (playlist !== null) {
    sets.set(
      "playlist",
      SongSet.of(
        size,
        playlist.flatMap((one) => columns.playlists.get(one) ?? []),
      ),
    );
  }
  if (id !== null) sets.set("id", SongSet.of(size, store.ordinalsOfIds(id)));
  return sets;
}

/** Returns the songs in all sets, except those of the filters in `without`. */
export function songsInAll(all: SongSet, sets: FilteredSets, without: readonly ListFilterName[] = []): SongSet {
  const songs = all.copy();
  for (const [name, set] of sets) if (!without.includes(name)) songs.intersect(set);
  return songs;
}

/** The filters that the catalog's filter tables answer. */
function storedParts(filter: ListFilter): readonly (readonly [ListFilterName, SongFilter])[] {
  const { key, artist, instrumental, explicit } = filter;
  const parts: [ListFilterName, SongFilter][] = [];
  for (const facet of FACETS) {
    const values = filter.tags[facet];
    if (values !== undefined) parts.push([facet, { ...NO_FILTER, tags: { [facet]: values } }]);
  }
  if (key !== null) parts.push(["key", { ...NO_FILTER, key }]);
  if (artist !== null) parts.push(["artist", { ...NO_FILTER, artist }]);
  if (instrumental !== null) parts.push(["instrumental", { ...NO_FILTER, instrumental }]);
  if (explicit !== null) parts.push(["explicit", { ...NO_FILTER, explicit }]);
  for (const name of RIGHTS_FILTERS) {
    const values = filter.rights[name];
    if (values !== undefined) parts.push([name, { ...NO_FILTER, rights: { [name]: values }, today: filter.today }]);
  }
  return parts;
}

function* addGroup(store: ListingStore, set: SongSet, group: TermGroup): Steps<void> {
  for (let block = 0; block <= blockOf(set.size); block++) {
    for (const offsets of store.groupBlock(group, block)) set.addBlock(block, offsets);
    yield;
  }
}

type ColumnTest = readonly [ListFilterName, (ordinal: number) => boolean];

/** The filters that the columns answer. */
function columnTests(columns: ListingColumns, filter: ListFilter): readonly ColumnTest[] {
  const { bpm, key, harmonic, energy, duration, released, year, vocals } = filter;
  const tests: ColumnTest[] = [];
  const hasKey = (accepted: ReadonlySet<number>) => (one: number) => accepted.has(columns.key[one] ?? UNKNOWN_CODE);
  if (key !== null) tests.push(["key", hasKey(known(key.map((text) => keyCode(text, ""))))]);
  if (harmonic !== null) tests.push(["harmonic", hasKey(new Set(harmonic))]);
  if (bpm !== null) {
    const ranges = bpm.map(({ minBpm, maxBpm }: BpmRange) => ({ from: minBpm, to: maxBpm }));
    tests.push(["bpm", within(columns.bpm, UNKNOWN_NUMBER, ranges)]);
  }
  if (energy !== null) {
    const levels = new Set(energy.map((one) => ENERGIES.findIndex((level) => level === one)));
    tests.push(["energy", (one) => levels.has(columns.energy[one] ?? UNKNOWN_CODE)]);
  }
  if (duration !== null) tests.push(["duration", within(columns.seconds, UNKNOWN_NUMBER, duration)]);
  if (released !== null) tests.push(["released", within(columns.releasedDay, UNKNOWN_DAY, released)]);
  if (year !== null) tests.push(["year", within(columns.year, 0, year)]);
  if (vocals !== null) {
    const bits = vocals.reduce((all, one) => (one === "unknown" ? all : all | (1 << VOCALS.indexOf(one))), 0);
    const isUnknownWanted = vocals.includes("unknown");
    tests.push([
      "vocals",
      (one) => {
        const value = columns.vocals[one] ?? 0;
        return (value & bits) !== 0 || (isUnknownWanted && value === 0);
      },
    ]);
  }
  // Ordinals without a song have unknown values, but no vocals are unknown vocals.
  return tests.map(([name, test]) => [name, (one) => test(one) && columns.songs.has(one)]);
}

function known(codes: readonly number[]): ReadonlySet<number> {
  return new Set(codes.filter((code) => code !== UNKNOWN_CODE));
}

function within(
  column: { readonly [ordinal: number]: number },
  unknown: number,
  ranges: readonly NumberRange[],
): (ordinal: number) => boolean {
  return (ordinal) => {
    const value = column[ordinal] ?? unknown;
    return value !== unknown && ranges.some(({ from, to }) => value >= from && value <= to);
  };
}

/** Returns the songs whose title has every word, or a word that begins with it. */
function* withTitle({ titles, size }: ListingColumns, words: readonly string[]): Steps<SongSet> {
  let songs: SongSet | null = null;
  for (const word of words) {
    const set = new SongSet(size);
    let found = 0;
    for (const ordinal of titles.withWord(word)) {
      set.add(ordinal);
      if (++found % PER_STEP === 0) yield;
    }
    if (songs === null) songs = set;
    else songs.intersect(set);
    yield;
  }
  return songs ?? new SongSet(size);
}
