import { similar } from "../ranking/similar.ts";
import type { OpenCatalog } from "./live-catalog.ts";
import { matchesFilter } from "./matches-filter.ts";
import { NO_FILTER, type SongFilter } from "./song-filter.ts";
import type { SongRecord } from "./song-record.ts";

/** Up to so many songs that pass a filter are ranked among themselves. */
const NARROW_SONGS = 2_000;
/** A wider filter chooses among so many of the likest songs, which holds enough that pass. */
const LIKEST_SONGS = 1_000;

/** The songs most like `songId`, the likest first and without itself; null when the catalog has no such song. */
export function similarSongs(
  open: OpenCatalog | null,
  songId: string,
  { size, filter }: { readonly size: number; readonly filter: SongFilter },
): readonly SongRecord[] | null {
  if (open === null || !open.db.songsByIds([songId]).has(songId)) return null;
  if (filter === NO_FILTER) return likest(open, songId, { limit: size });
  const passing = open.db.idsPassing(filter, NARROW_SONGS + 1);
  if (passing.length > NARROW_SONGS) {
    const wide = likest(open, songId, { limit: LIKEST_SONGS });
    return wide.filter((song) => matchesFilter(song, filter)).slice(0, size);
  }
  const accepted = new Set(passing);
  return likest(open, songId, { limit: size, accepts: (id) => accepted.has(id) });
}

function likest(open: OpenCatalog, songId: string, options: Parameters<typeof similar>[2]): readonly SongRecord[] {
  const hits = similar(open.index, songId, options);
  const records = open.db.songsByIds(hits.map((hit) => hit.songId));
  return hits.flatMap((hit) => records.get(hit.songId) ?? []);
}
