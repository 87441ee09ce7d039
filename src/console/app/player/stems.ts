import { effect, signal } from "@preact/signals";
import type { SongFile } from "../results/result-rows.ts";
import { chooseFile, currentFileIndex, currentRow, songClock } from "./player-state.ts";
import { currentStems, fullFileIndex } from "./song-audio.ts";
import { audibleStems, OPEN_STEM, stemCorrection, type StemSwitches } from "./stem-mix.ts";
import { areStemsOn, musicVolume } from "./volume.ts";

/** Elements that play at the same time. A browser allows dozens; each keeps some megabytes of its file. */
const STEMS_MAX = 16;
/** A file that is being made is refused with a time to wait, which an audio element does not read. */
const TRIES_MAX = 20;
const RETRY_MS = 1_500;

export interface PlayedStem extends StemSwitches {
  readonly file: SongFile;
}

/** The stems that play; empty while the song itself sounds. */
export const stems = signal<readonly PlayedStem[]>([]);

let end: () => void = () => undefined;

/**
 * Plays the stems instead of the song, or the song again. Each stem is an audio element that follows the silent song: decoded
 * into memory, a song of three minutes with eight stems would need 500 MB, and only live keys get files that can be read in parts.
 */
export function toggleStems(): void {
  if (stems.value.length > 0) return endStems();
  if (currentStems.value.length === 0 || fullFileIndex.value < 0) return;
  chooseFile(fullFileIndex.value);
  stems.value = currentStems.value.slice(0, STEMS_MAX).map((file) => ({ file, ...OPEN_STEM }));
  end = play(stems.value.map(({ file }) => file));
}

export function endStems(): void {
  end();
  end = () => undefined;
  stems.value = [];
  areStemsOn.value = false;
}

export function switchStem(index: number, change: Partial<StemSwitches>): void {
  stems.value = stems.value.map((stem, at) => (at === index ? { ...stem, ...change } : stem));
}

function play(files: readonly SongFile[]): () => void {
  const elements = files.map(startedElement);
  areStemsOn.value = true;
  const song = currentRow.value?.id;
  const index = currentFileIndex.value;
  const endVolumes = effect(() => {
    const audible = audibleStems(stems.value);
    for (const [at, element] of elements.entries()) element.volume = audible[at] === true ? musicVolume.value : 0;
  });
  // Another song or version has other stems.
  const endWatch = effect(() => {
    if (currentRow.value?.id !== song || currentFileIndex.value !== index) queueMicrotask(endStems);
  });
  let frame = requestAnimationFrame(function everyFrame() {
    follow(elements);
    frame = requestAnimationFrame(everyFrame);
  });
  // Frames stop while the page is hidden; this event does not.
  for (const element of elements) element.addEventListener("timeupdate", () => follow(elements));
  return () => {
    cancelAnimationFrame(frame);
    endVolumes();
    endWatch();
    for (const element of elements) {
      element.pause();
      element.removeAttribute("src");
      element.load();
    }
  };
}

/** Returns an element that loads a stem, and tries again while the server makes its file. */
function startedElement({ mp3 }: SongFile): HTMLAudioElement {
  const element = new Audio();
  let tries = 0;
  element.preload = "auto";
  element.preservesPitch = false;
  element.addEventListener("error", () => {
    tries += 1;
    if (element.getAttribute("src") === null || tries > TRIES_MAX) return;
    setTimeout(() => {
      if (element.getAttribute("src") !== null) element.load();
    }, RETRY_MS);
  });
  element.src = mp3;
  return element;
}

/** Brings the stems to the song. They begin together, when all are loaded. */
function follow(elements: readonly HTMLAudioElement[]): void {
  const song = songClock();
  const areLoaded = elements.every(
    (element) => element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA || element.ended,
  );
  const isRunning = song.isRunning && song.isReady && areLoaded;
  for (const element of elements) {
    if (!isRunning) {
      if (!element.paused) element.pause();
      if (!element.seeking && Math.abs(element.currentTime - song.seconds) > 0.02) element.currentTime = song.seconds;
      continue;
    }
    if (element.seeking) continue;
    const correction = stemCorrection(element.currentTime, song.seconds);
    if (correction.kind === "jump") element.currentTime = correction.seconds;
    else element.playbackRate = correction.rate;
    // A stem that is shorter than the song has ended.
    if (element.paused && !element.ended) element.play().catch(() => undefined);
  }
}
