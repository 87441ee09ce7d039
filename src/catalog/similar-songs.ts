import { similar } from "../ranking/similar.ts";
import type { OpenCatalog } from "./live-catalog.ts";
import { matchesFilter } from "./matches-filter.ts";
import { NO_FILTER, type SongFilter } from "./song-filter.ts";
import type { SongRecord } from "./song-record.ts";

/** If a filter matches at most this many songs, only they are ranked. */
const NARROW_SONGS = 2_000;
/** If a filter matches more songs, it is applied to this many of the most similar songs. */
const MOST_SIMILAR_SONGS = 1_000;

/** Returns the songs most similar to `songId`, without the song itself, most similar first; null for an unknown song. */
export function similarSongs(
  open: OpenCatalog | null,
  songId: string,
  { size, filter }: { readonly size: number; readonly filter: SongFilter },
): readonly SongRecord[] | null {
  if (open === null || !open.db.songsByIds([songId]).has(songId)) return null;
  if (filter === NO_FILTER) return mostSimilar(open, songId, { limit: size });
  const passing = open.db.idsPassing(filter, NARROW_SONGS + 1);
  if (passing.length > NARROW_SONGS) {
    const wide = mostSimilar(open, songId, { limit: MOST_SIMILAR_SONGS });
    return wide.filter((song) => matchesFilter(song, filter)).slice(0, size);
  }
  const accepted = new Set(passing);
  return mostSimilar(open, songId, { limit: size, accepts: (id) => accepted.has(id) });
}

function mostSimilar(open: OpenCatalog, songId: string, options: Parameters<typeof similar>[2]): readonly SongRecord[] {
  const hits = similar(open.index, songId, options);
  const records = open.db.songsByIds(hits.map((hit) => hit.songId));
  return hits.flatMap((hit) => records.get(hit.songId) ?? []);
}
