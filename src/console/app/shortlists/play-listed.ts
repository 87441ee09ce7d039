import { isFilmOpen } from "../film/film-open.ts";
import { film } from "../film/film-source.ts";
import { currentRow, togglePlay } from "../player/player-state.ts";
import type { ShortlistSong } from "./shortlist-songs.ts";

/** Plays a song of a shortlist, or pauses it. A song that was placed under a film plays under it, if the film is at hand. */
export function playListed(songs: readonly ShortlistSong[], index: number): void {
  const isOther = currentRow.value?.id !== songs[index]?.id;
  togglePlay(songs, index);
  if (isOther && (songs[index]?.assetId ?? null) !== null && (film.value?.url ?? null) !== null)
    isFilmOpen.value = true;
}

/** Plays a song under the film that it was placed under. Shows where to choose the film, if it is not at hand. */
export function playUnderFilm(songs: readonly ShortlistSong[], index: number): void {
  if (currentRow.value?.id !== songs[index]?.id) togglePlay(songs, index);
  isFilmOpen.value = true;
}
