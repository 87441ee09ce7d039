import { effect } from "@preact/signals";
import { film } from "../film/film-source.ts";
import { offsetOf } from "../film/offsets.ts";
import { currentRow } from "../player/player-state.ts";
import { changeSong, opened } from "./opened-state.ts";

/** A song that is dragged moves many times a second. */
const STORED_AFTER_MS = 500;

/** Stores where the song in the player begins in the film, when somebody moves it. Returns the function that ends this. */
export function keepMovedSongs(): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let before: { readonly name: string; readonly seconds: number | null } | null = null;
  const end = effect(() => {
    const [assetId, songId] = [film.value?.assetId ?? null, currentRow.value?.id];
    if (assetId === null || songId === undefined) return;
    const seconds = offsetOf(assetId, songId);
    const name = `${assetId} ${songId}`;
    const isMoved = before?.name === name && before.seconds !== seconds;
    before = { name, seconds };
    if (!isMoved || seconds === null) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => store(songId, assetId, seconds), STORED_AFTER_MS);
  });
  return () => {
    end();
    clearTimeout(waiting);
  };
}

function store(songId: string, assetId: string, seconds: number): void {
  const song = opened.value.kind === "open" ? opened.value.songs.find(({ id }) => id === songId) : undefined;
  if (song === undefined || (song.assetId === assetId && song.offsetSeconds === seconds)) return;
  void changeSong(song.entryId, { asset_id: assetId, offset_seconds: seconds });
}
