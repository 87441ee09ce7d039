import { computed, effect, signal } from "@preact/signals";
import {
  accompany,
  currentRow,
  isFilmAlone,
  isPlaying,
  length,
  moveSong,
  pauseSong,
  playSong,
  position,
  songClock,
} from "../player/player-state.ts";
import { musicShare } from "../player/volume.ts";
import { balance, isFilmMuted, volumesAt } from "./balance.ts";
import { correctionOf, songSecondsAt } from "./film-clock.ts";
import { film } from "./film-source.ts";
import { keepOffset, offsetOf } from "./offsets.ts";

/** A picture that is this near is the right one. */
const SAME_PICTURE_SECONDS = 0.02;
/** The last moment of a song that has ended is not played again. */
const TAIL_SECONDS = 0.3;
/** A film that is this near to its end begins again. */
const END_SECONDS = 0.1;

/** The time of the film that is shown. */
export const filmSeconds = signal(0);
export const filmLength = signal(0);
/** Where the song begins in the film. */
export const offset = computed(() => {
  const [assetId, songId] = [film.value?.assetId ?? null, currentRow.value?.id];
  return assetId === null || songId === undefined ? 0 : (offsetOf(assetId, songId) ?? 0);
});

let video: HTMLVideoElement | null = null;

/**
 * Lets a film play with the songs, in this element. While the song sounds, the song is the clock and the film follows it:
 * a jump of the sound would be heard, a film that is 8 % faster for a moment is not seen. Before and after the song, the film
 * plays alone. Returns the function that ends it.
 */
export function attachFilm(element: HTMLVideoElement): () => void {
  video = element;
  const begin = (): void => {
    filmLength.value = Number.isFinite(element.duration) ? element.duration : 0;
    onSongMove(position.value);
  };
  element.addEventListener("loadedmetadata", begin);
  // Frames stop while the page is hidden; this event does not.
  element.addEventListener("timeupdate", follow);
  accompany({ toggle, onSongMove, onSongEnd, entryOf });
  const endVolumes = effect(() => {
    const volumes = volumesAt(balance.value);
    element.volume = volumes.film;
    element.muted = isFilmMuted.value;
    musicShare.value = volumes.music;
  });
  let frame = requestAnimationFrame(function everyFrame() {
    follow();
    frame = requestAnimationFrame(everyFrame);
  });
  return () => {
    cancelAnimationFrame(frame);
    endVolumes();
    accompany(null);
    musicShare.value = 1;
    isFilmAlone.value = false;
    video = null;
  };
}

/** Shows another time of the film, and moves the song with it. */
export function seekFilm(seconds: number): void {
  const wasPlaying = isPlaying.value;
  filmSeconds.value = inFilm(seconds);
  if (video !== null) video.currentTime = filmSeconds.value;
  place(wasPlaying);
}

/** Moves the song in the film. The film stays where it is. */
export function moveOffset(seconds: number): void {
  const [assetId, songId] = [film.value?.assetId ?? null, currentRow.value?.id];
  if (assetId === null || songId === undefined) return;
  const wasPlaying = isPlaying.value;
  keepOffset(assetId, songId, seconds);
  place(wasPlaying);
}

/** Brings the song to the time of the film. */
function place(isRunning: boolean): void {
  const at = songSecondsAt(filmSeconds.value, { offset: offset.value, length: length.value });
  isFilmAlone.value = isRunning && at === null;
  if (at === null) {
    pauseSong();
    moveSong(filmSeconds.value < offset.value ? 0 : length.value);
    if (isRunning) playAlone();
    return;
  }
  moveSong(at);
  if (isRunning) playSong();
}

function toggle(): void {
  if (isPlaying.value) {
    pauseSong();
    isFilmAlone.value = false;
    return;
  }
  if (isAtEnd()) filmSeconds.value = 0;
  const at = songSecondsAt(filmSeconds.value, { offset: offset.value, length: length.value });
  if (at === null) return playAlone();
  // A song that waits where it must be is not moved, so that it begins without a gap.
  if (Math.abs(songClock().seconds - at) > SAME_PICTURE_SECONDS) moveSong(at);
  playSong();
}

function onSongMove(seconds: number): void {
  filmSeconds.value = inFilm(seconds + offset.value);
  if (!isFilmAlone.value) return;
  isFilmAlone.value = false;
  playSong();
}

function onSongEnd(): void {
  if (!isAtEnd()) playAlone();
}

function entryOf(songId: string, lengthSeconds: number): number | null {
  if (isAtEnd()) filmSeconds.value = 0;
  const assetId = film.value?.assetId ?? null;
  const begins = assetId === null ? 0 : (offsetOf(assetId, songId) ?? 0);
  const at = songSecondsAt(filmSeconds.value, { offset: begins, length: lengthSeconds });
  isFilmAlone.value = false;
  if (at === null) playAlone();
  return at;
}

function playAlone(): void {
  isFilmAlone.value = true;
  if (video === null) return;
  if (Math.abs(video.currentTime - filmSeconds.value) > SAME_PICTURE_SECONDS) video.currentTime = filmSeconds.value;
  startFilm(video);
}

/** Brings film and song together. Runs for every frame. */
function follow(): void {
  if (video === null) return;
  const song = songClock();
  if (song.isRunning) followSong(video, song.seconds + offset.value, song.isReady);
  else if (isFilmAlone.value) lead(video);
  else hold(video, filmSeconds.value);
}

function followSong(element: HTMLVideoElement, wanted: number, isReady: boolean): void {
  filmSeconds.value = inFilm(wanted);
  if (filmLength.value > 0 && wanted >= filmLength.value) {
    pauseSong();
    return hold(element, filmLength.value);
  }
  if (wanted < 0 || !isReady) return hold(element, filmSeconds.value);
  if (element.seeking) return;
  const correction = correctionOf(element.currentTime, wanted);
  if (correction.kind === "jump") element.currentTime = correction.seconds;
  else element.playbackRate = correction.rate;
  if (element.paused) startFilm(element);
}

/** Shows the film alone, and starts the song where it begins. */
function lead(element: HTMLVideoElement): void {
  if (element.seeking) return;
  element.playbackRate = 1;
  filmSeconds.value = inFilm(element.currentTime);
  const at = songSecondsAt(filmSeconds.value, { offset: offset.value, length: length.value });
  if (at !== null && at < length.value - TAIL_SECONDS) {
    isFilmAlone.value = false;
    moveSong(at);
    playSong();
  } else if (element.ended) {
    isFilmAlone.value = false;
  }
}

function hold(element: HTMLVideoElement, seconds: number): void {
  if (!element.paused) element.pause();
  if (!element.seeking && Math.abs(element.currentTime - seconds) > SAME_PICTURE_SECONDS) element.currentTime = seconds;
}

function isAtEnd(): boolean {
  return filmLength.value > 0 && filmSeconds.value >= filmLength.value - END_SECONDS;
}

function inFilm(seconds: number): number {
  return Math.max(0, Math.min(seconds, filmLength.value || seconds));
}

/** A browser can refuse to play; the next frame tries again. */
function startFilm(element: HTMLVideoElement): void {
  element.play().catch(() => undefined);
}
