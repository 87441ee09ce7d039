import type { ApiKey } from "../../keys/key.ts";
import type { OpenCatalog } from "../live-catalog.ts";
import type { ListFilter } from "./list-song-filter.ts";
import type { ListedPlaylist } from "./listing-store.ts";

/** Whether a key may see a playlist: it is public, or granted to the key. */
export function isVisible({ id, isPublic }: ListedPlaylist, key: Pick<ApiKey, "playlistIds">): boolean {
  return isPublic || key.playlistIds.includes(id);
}

/** Returns the filter without playlists that the key may not see, so that it matches nothing by them, like unknown ones. */
export function withVisiblePlaylists(
  open: OpenCatalog | null,
  filter: ListFilter,
  key: Pick<ApiKey, "playlistIds">,
): ListFilter {
  if (filter.playlist === null) return filter;
  const isShown = (id: number): boolean => {
    const playlist = open?.db.listing.playlist(id) ?? null;
    return playlist !== null && isVisible(playlist, key);
  };
  return { ...filter, playlist: filter.playlist.filter(isShown) };
}
