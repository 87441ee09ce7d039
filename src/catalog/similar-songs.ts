import type { LikenessWeights } from "../../schema/sound-descriptor.ts";
import type { HeardSound } from "../../schema/heard-sound.ts";
import type { ReasonFacts } from "../../schema/wire/reason.ts";
import { similar, type SimilarHit } from "../ranking/similar.ts";
import { similarToSound } from "../ranking/similar-to-sound.ts";
import type { FacetLikeness } from "../ranking/sound/compare.ts";
import type { SongSet } from "./listing/song-set.ts";
import type { OpenCatalog } from "./live-catalog.ts";
import { matchesFilter } from "./matches-filter.ts";
import { NO_FILTER, type SongFilter } from "./song-filter.ts";
import type { SongRecord } from "./song-record.ts";

/** If a filter matches at most this many songs, only they are ranked. */
const NARROW_SONGS = 2_000;
/** If a filter matches more songs, it is applied to this many of the most similar songs. */
const MOST_SIMILAR_SONGS = 1_000;

/** The parts of a catalog that a comparison needs. */
type ComparedCatalog = Pick<OpenCatalog, "db" | "index">;

/** A song that is similar to another one. `score` is 0 to 1, and comparable within one result. */
export interface SimilarSong {
  readonly record: SongRecord;
  readonly score: number;
  /** What the two songs share, in words. */
  readonly reasons: readonly string[];
  /** The same reasons as data. */
  readonly reasonFacts: readonly ReasonFacts[];
  /** The likeness of the sound by facet, -1 to 1; null if one of the two songs is not measured. */
  readonly sound: FacetLikeness | null;
}

/**
 * Returns the songs most similar to `songId`, without the song itself, most similar first; null for an unknown song. `among` are
 * the songs to choose from; null for all. `weights` say how much each facet of the sound counts.
 */
export function similarAmong(
  open: ComparedCatalog | null,
  songId: string,
  {
    size,
    among,
    weights,
  }: { readonly size: number; readonly among: SongSet | null; readonly weights?: LikenessWeights },
): readonly SimilarSong[] | null {
  if (open === null || !open.db.songsByIds([songId]).has(songId)) return null;
  const weighed = weights === undefined ? {} : { weights };
  if (among === null) return mostSimilar(open, songId, { limit: size, ...weighed });
  if (among.count() > NARROW_SONGS) {
    const wide = mostSimilar(open, songId, { limit: MOST_SIMILAR_SONGS, ...weighed });
    return wide.filter(({ record }) => among.has(record.ordinal)).slice(0, size);
  }
  const accepted = new Set(open.db.idsOf([...among.ordinals()]));
  return mostSimilar(open, songId, { limit: size, accepts: (id) => accepted.has(id), ...weighed });
}

/** Returns the songs that sound most like a sound; null if it, or too few songs, can be compared. */
export function songsLikeSound(
  open: ComparedCatalog,
  heard: HeardSound,
  { size, weights }: { readonly size: number; readonly weights: LikenessWeights },
): readonly SimilarSong[] | null {
  const hits = similarToSound(open.index, heard, { limit: size, weights });
  return hits === null ? null : withRecords(open, hits);
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
  open: ComparedCatalog,
  songId: string,
  options: Parameters<typeof similar>[2],
): readonly SimilarSong[] {
  return withRecords(open, similar(open.index, songId, options));
}

function withRecords(open: ComparedCatalog, hits: readonly SimilarHit[]): readonly SimilarSong[] {
  const records = open.db.songsByIds(hits.map((hit) => hit.songId));
  return hits.flatMap((hit) => found(hit, records.get(hit.songId)));
}

function found(
  { score, reasons, reasonFacts, sound }: SimilarHit,
  record: SongRecord | undefined,
): readonly SimilarSong[] {
  return record === undefined ? [] : [{ record, score, reasons, reasonFacts, sound }];
}

function recordsOf(songs: readonly SimilarSong[]): readonly SongRecord[] {
  return songs.map(({ record }) => record);
}
