import type { Database } from "bun:sqlite";
import type { BpmRange } from "../../schema/brief.ts";
import { FACETS } from "../../schema/song.ts";
import { BLOCK_SONGS, BLOCKS_MAX, blockKey, blockOf, BlockSet } from "./filter-block.ts";
import { fold } from "./fold.ts";
import { acceptsTerm, RIGHTS_FILTERS } from "./rights-filter.ts";
import type { SongFilter } from "./song-filter.ts";

/** The terms that a filter accepts, and an upper bound of their songs. */
export interface TermGroup {
  readonly ids: readonly number[];
  readonly songs: number;
}

/**
 * Returns the ordinals of at most `limit` songs that match the filter, ascending, starting after `after` (null: at the first
 * song). Reads the blocks of the rarest filter and intersects each with the other filters.
 */
export function listOrdinals(sqlite: Database, filter: SongFilter, after: number | null, limit: number): number[] {
  const start = after ?? -1;
  const [lead, ...others] = termGroups(sqlite, filter).toSorted((a, b) => a.songs - b.songs);
  if (lead === undefined) return allOrdinals(sqlite, start, limit);
  const found: number[] = [];
  for (const block of blocksOf(sqlite, lead, blockOf(start + 1))) {
    const songs = readBlock(sqlite, lead, block);
    for (const group of others) songs.intersect(readBlock(sqlite, group, block));
    for (const offset of songs.offsets()) {
      const ordinal = block * BLOCK_SONGS + offset;
      if (ordinal > start) found.push(ordinal);
      if (found.length === limit) return found;
    }
  }
  return found;
}

/** Exported for the test of the query plans. */
export const LIST_QUERIES = {
  all: "SELECT ordinal FROM songs WHERE ordinal > ? ORDER BY ordinal LIMIT ?",
  terms: `SELECT t.id, t.folded, t.songs FROM json_each(?2) w
    CROSS JOIN filter_terms t ON t.kind = ?1 AND t.folded = w.value`,
  termsOf: "SELECT id, folded, songs FROM filter_terms WHERE kind = ?",
  artists: `SELECT n.artist_id AS id FROM json_each(?1) w CROSS JOIN artist_names n ON n.folded = w.value
    UNION SELECT n.artist_id FROM json_each(?2) w CROSS JOIN artist_names n ON n.artist_id = w.value`,
  blocks: `SELECT DISTINCT b.key % ${BLOCKS_MAX} AS block FROM json_each(?1) w
    CROSS JOIN filter_blocks b ON b.key >= w.value + ?2 AND b.key < w.value + ${BLOCKS_MAX} ORDER BY block`,
  block: "SELECT b.offsets FROM json_each(?1) w CROSS JOIN filter_blocks b ON b.key = w.value + ?2",
} as const;

function allOrdinals(sqlite: Database, after: number, limit: number): number[] {
  const rows = sqlite.query<{ ordinal: number }, [number, number]>(LIST_QUERIES.all).all(after, limit);
  return rows.map((row) => row.ordinal);
}

/** Returns the blocks that contain songs of the group, starting with block `first`. */
function blocksOf(sqlite: Database, group: TermGroup, first: number): number[] {
  const rows = sqlite.query<{ block: number }, [string, number]>(LIST_QUERIES.blocks).all(firstKeys(group), first);
  return rows.map((row) => row.block);
}

function readBlock(sqlite: Database, group: TermGroup, block: number): BlockSet {
  const songs = new BlockSet();
  const query = sqlite.query<{ offsets: Uint8Array }, [string, number]>(LIST_QUERIES.block);
  for (const row of query.all(firstKeys(group), block)) songs.addAll(row.offsets);
  return songs;
}

export function firstKeys(group: TermGroup): string {
  return JSON.stringify(group.ids.map((id) => blockKey(id, 0)));
}

export function termGroups(sqlite: Database, filter: SongFilter): TermGroup[] {
  const groups: TermGroup[] = [];
  const add = (kind: string, values: readonly string[] | null | undefined): void => {
    if (values !== null && values !== undefined) groups.push(termsNamed(sqlite, kind, values));
  };
  for (const facet of FACETS) add(facet, filter.tags[facet]);
  add("energy", filter.energy);
  add("key", filter.key);
  add("instrumental", filter.instrumental?.map(String));
  add("explicit", filter.explicit?.map(String));
  add("artist", filter.artist === null ? null : artistIds(sqlite, filter.artist));
  if (filter.bpm !== null) groups.push(temposWithin(sqlite, filter.bpm));
  for (const name of RIGHTS_FILTERS) {
    const values = filter.rights[name];
    if (values === undefined) continue;
    const rows = termsOf(sqlite, name);
    groups.push(groupOf(rows.filter(({ folded }) => acceptsTerm(name, values, folded, filter.today))));
  }
  return groups;
}

interface TermRow {
  readonly id: number;
  readonly folded: string;
  readonly songs: number;
}

function termsNamed(sqlite: Database, kind: string, values: readonly string[]): TermGroup {
  return groupOf(sqlite.query<TermRow, [string, string]>(LIST_QUERIES.terms).all(kind, JSON.stringify(values)));
}

/** For kinds of which a catalog has at most some hundred terms. */
function termsOf(sqlite: Database, kind: string): readonly TermRow[] {
  return sqlite.query<TermRow, [string]>(LIST_QUERIES.termsOf).all(kind);
}

/** A catalog has at most a few hundred tempos, so all of them are read. */
function temposWithin(sqlite: Database, ranges: readonly BpmRange[]): TermGroup {
  const isWithin = (bpm: number): boolean => ranges.some(({ minBpm, maxBpm }) => bpm >= minBpm && bpm <= maxBpm);
  return groupOf(termsOf(sqlite, "bpm").filter((row) => isWithin(Number(row.folded))));
}

/** Several artists can have the same name. */
function artistIds(sqlite: Database, values: readonly string[]): string[] {
  const query = sqlite.query<{ id: string }, [string, string]>(LIST_QUERIES.artists);
  return query.all(JSON.stringify(values.map(fold)), JSON.stringify(values)).map((row) => row.id);
}

function groupOf(rows: readonly TermRow[]): TermGroup {
  return { ids: rows.map((row) => row.id), songs: rows.reduce((total, row) => total + row.songs, 0) };
}
