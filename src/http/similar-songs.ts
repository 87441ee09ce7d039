import type { OpenCatalog } from "../catalog/live-catalog.ts";
import { matchesFilter } from "../catalog/matches-filter.ts";
import type { SongRecord } from "../catalog/song-record.ts";
import { similar } from "../ranking/similar.ts";
import type { ListQuery } from "./list-query.ts";

/** A filter looks at so many of the likest songs, and farther only while the page is not full. */
const REACHES = [500, 5_000, 50_000] as const;
const READ_AT_ONCE = 500;

/** The songs most like `songId`, the likest first and without itself; null when the catalog has no such song. */
export function similarSongs(
  open: OpenCatalog | null,
  songId: string,
  { size, filter, parameters }: Pick<ListQuery, "size" | "filter" | "parameters">,
): readonly SongRecord[] | null {
  if (open === null || !open.db.songsByIds([songId]).has(songId)) return null;
  const isFiltered = [...parameters.keys()].some((name) => name.startsWith("filter["));
  const found: SongRecord[] = [];
  let seen = 0;
  for (const reach of isFiltered ? REACHES : [size]) {
    const hits = similar(open.index, songId, { limit: reach });
    for (; seen < hits.length && found.length < size; seen += READ_AT_ONCE) {
      const ids = hits.slice(seen, seen + READ_AT_ONCE).map((hit) => hit.songId);
      const records = open.db.songsByIds(ids);
      found.push(...ids.flatMap((id) => records.get(id) ?? []).filter((song) => matchesFilter(song, filter)));
    }
    if (found.length >= size || hits.length < reach) break;
  }
  return found.slice(0, size);
}
