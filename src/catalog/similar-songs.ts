import type { Hit } from "../../schema/brief.ts";
import { similar } from "../ranking/similar.ts";
import type { SongSet } from "./listing/song-set.ts";
import type { OpenCatalog } from "./live-catalog.ts";
import { matchesFilter } from "./matches-filter.ts";
import { NO_FILTER, type SongFilter } from "./song-filter.ts";
import type { SongRecord } from "./song-record.ts";

/** If a filter matches at most this many songs, only they are ranked. */
const NARROW_SONGS = 2_000;
/** If a filter matches more songs, it is applied to this many of the most similar songs. */
const MOST_SIMILAR_SONGS = 1_000;

/** A song that is similar to another one. `score` is 0 to 1, and comparable within one result. */
export interface SimilarSong {
  readonly record: SongRecord;
  readonly score: number;
  /** What the two songs share, in words. */
  readonly reasons: readonly string[];
}

/**
 * Returns the songs most similar to `songId`, without the song itself, most similar first; null for an unknown song. `among` are
 * the songs to choose from; null for all.
 */
export function similarAmong(
  open: OpenCatalog | null,
  songId: string,
  { size, among }: { readonly size: number; readonly among: SongSet | null },
): readonly SimilarSong[] | null {
  if (open === null || !open.db.songsByIds([songId]).has(songId)) return null;
  if (among === null) return mostSimilar(open, songId, { limit: size });
  if (among.count() > NARROW_SONGS) {
    const wide = mostSimilar(open, songId, { limit: MOST_SIMILAR_SONGS });
    return wide.filter(({ record }) => among.has(record.ordinal)).slice(0, size);
  }
  const accepted = new Set(open.db.idsOf([...among.ordinals()]));
  return mostSimilar(open, songId, { limit: size, accepts: (id) => accepted.has(id) });
}

/** Like `similarAmong`, with a filter that the catalog's tables answer. */
export function similarSongs(
  open: OpenCatalog | null,
  songId: string,
  { size, filter }: { readonly size: number; readonly filter: SongFilter },
): readonly SongRecord[] | null {
  if (open === null || !open.db.songsByIds([songId]).has(songId)) return null;
  if (filter === NO_FILTER) return recordsOf(mostSimilar(open, songId, { limit: size }));
  const passing = open.db.idsPassing(filter, NARROW_SONGS + 1);
  if (passing.length > NARROW_SONGS) {
    const wide = recordsOf(mostSimilar(open, songId, { limit: MOST_SIMILAR_SONGS }));
    return wide.filter((song) => matchesFilter(song, filter)).slice(0, size);
  }
  const accepted = new Set(passing);
  return recordsOf(mostSimilar(open, songId, { limit: size, accepts: (id) => accepted.has(id) }));
}

function mostSimilar(
  open: OpenCatalog,
  songId: string,
  options: Parameters<typeof similar>[2],
): readonly SimilarSong[] {
  const hits = similar(open.index, songId, options);
  const records = open.db.songsByIds(hits.map((hit) => hit.songId));
  return hits.flatMap((hit) => found(hit, records.get(hit.songId)));
}

function found({ score, reasons }: Hit, record: SongRecord | undefined): readonly SimilarSong[] {
  return record === undefined ? [] : [{ record, score, reasons }];
}

function recordsOf(songs: readonly SimilarSong[]): readonly SongRecord[] {
  return songs.map(({ record }) => record);
}
