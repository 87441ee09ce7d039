import { computed, effect, signal } from "@preact/signals";
import { type Deck, EMPTY_DECK, exchanged, type Heard, neighbour, rowOf, withCurrent, withRows } from "./heard.ts";
import { awaitedUrl } from "./awaited-url.ts";
import { areStemsOn, musicVolume } from "./volume.ts";
import { positionIn, type Section } from "./section.ts";

/** A film that plays with the song. */
export interface Companion {
  /** Pauses or goes on with both. */
  readonly toggle: () => void;
  /** Called when the person has moved the song. */
  readonly onSongMove: (seconds: number) => void;
  readonly onSongEnd: () => void;
  /** Returns where a chosen song begins to play; null if it does not sound at this time of the film. */
  readonly entryOf: (songId: string, lengthSeconds: number) => number | null;
}

export interface SongClock {
  readonly seconds: number;
  readonly isRunning: boolean;
  /** Whether there is sound to play at this position. */
  readonly isReady: boolean;
}

const deck = signal<Deck>(EMPTY_DECK);
/** Whether sound is running; the audio element is the authority. */
const isSounding = signal(false);
/** Whether a film plays before or after the song. */
export const isFilmAlone = signal(false);
export const isPlaying = computed(() => isSounding.value || isFilmAlone.value);
export const position = signal(0);
export const length = signal(0);
/** `preparing` while the service makes the file, which it does at the first request. */
export const soundState = signal<"usual" | "preparing" | "broken">("usual");
/** The section that repeats. It belongs to the song. */
export const section = signal<Section | null>(null);
export const isHelpOpen = signal(false);

const current = computed(() => deck.value.current);
export const currentRow = computed(() => rowOf(current.value));
export const currentFile = computed(() => currentRow.value?.files[current.value?.file ?? 0] ?? null);
export const currentFileIndex = computed(() => current.value?.file ?? 0);
/** The song that was heard before, which `compare` goes back to. */
export const otherRow = computed(() => rowOf(deck.value.other));

/** A file that is not made in time is refused with a time to wait, which an audio element does not read. */
const TRIES_MAX = 20;
const RETRY_MS = 1_500;
/** A file that is there begins sooner. */
const PREPARING_AFTER_MS = 2_000;

const audio = new Audio();
let companion: Companion | null = null;
let tries = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
let preparing: ReturnType<typeof setTimeout> | undefined;
audio.preload = "auto";
effect(() => {
  audio.volume = areStemsOn.value ? 0 : musicVolume.value;
});
audio.addEventListener("play", () => {
  isSounding.value = true;
  requestAnimationFrame(everyFrame);
});
audio.addEventListener("pause", () => (isSounding.value = false));
// Frames stop while the page is hidden; this event does not.
audio.addEventListener("timeupdate", follow);
audio.addEventListener("durationchange", () => {
  if (Number.isFinite(audio.duration)) length.value = audio.duration;
});
audio.addEventListener("ended", () => {
  if (section.value?.to === undefined || section.value.to === null) {
    if (companion === null) playNext(1);
    else companion.onSongEnd();
    return;
  }
  seek(section.value.from);
  void play();
});
audio.addEventListener("error", () => {
  if (audio.getAttribute("src") !== null) tryAgain();
});
audio.addEventListener("canplay", () => {
  tries = 0;
  clearTimeout(preparing);
  soundState.value = "usual";
});

/** Plays a song of a list, or pauses it if it is playing. */
export function togglePlay(rows: Heard["rows"], index: number): void {
  const row = rows[index] ?? null;
  if (row === null) return;
  if (row.id === currentRow.value?.id) toggle();
  else start({ rows, index, file: 0, seconds: 0 });
}

/** Lets the list in the player grow, when more of its songs are known. */
export function growList(before: Heard["rows"], rows: Heard["rows"]): void {
  if (current.value?.rows === before || deck.value.other?.rows === before)
    deck.value = withRows(deck.value, before, rows);
}

/** Pauses or goes on. */
export function toggle(): void {
  if (currentFile.value === null) return;
  if (companion !== null) companion.toggle();
  else if (audio.paused) void play();
  else audio.pause();
}

/** Plays the next (1) or previous (-1) song that has a file. */
export function playNext(step: 1 | -1): void {
  const next = current.value === null ? null : neighbour(current.value, step);
  if (next !== null) start(next);
}

/** Plays another version of the song, from the same position. */
export function chooseFile(file: number): void {
  const heard = current.value;
  if (heard === null || heard.file === file || rowOf(heard)?.files[file] === undefined) return;
  start({ ...heard, file, seconds: audio.currentTime });
}

/** Plays the song that was heard before, from where it was left. */
export function compare(): void {
  if (deck.value.other === null) return;
  load(exchanged(deck.value, audio.currentTime));
}

export function seek(seconds: number): void {
  moveSong(seconds);
  companion?.onSongMove(position.value);
}

/** Moves the song, without the film. */
export function moveSong(seconds: number): void {
  const target = Math.max(0, Math.min(seconds, length.value));
  audio.currentTime = target;
  position.value = target;
}

export function playSong(): void {
  void play();
}

export function pauseSong(): void {
  audio.pause();
}

/** Lets a film play with the songs; null ends that. */
export function accompany(film: Companion | null): void {
  companion = film;
}

/** Returns the state of the sound now; `position` is as old as the last frame. */
export function songClock(): SongClock {
  const isReady = audio.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA && !audio.seeking;
  return { seconds: audio.currentTime, isRunning: !audio.paused, isReady };
}

export function stop(): void {
  clearTimeout(retry);
  clearTimeout(preparing);
  audio.pause();
  audio.removeAttribute("src");
  audio.load();
  section.value = null;
  deck.value = EMPTY_DECK;
}

function start(next: Heard): void {
  if (rowOf(next)?.files[next.file] !== undefined) load(withCurrent(deck.value, next, audio.currentTime));
}

function load(next: Deck): void {
  const before = currentRow.value?.id;
  deck.value = next;
  if (currentRow.value?.id !== before) section.value = null;
  const file = currentFile.value;
  if (file === null) return;
  const entry =
    companion === null
      ? (next.current?.seconds ?? 0)
      : companion.entryOf(currentRow.value?.id ?? "", file.seconds ?? 0);
  const seconds = entry ?? 0;
  soundState.value = "usual";
  tries = 0;
  clearTimeout(retry);
  position.value = seconds;
  length.value = file.seconds ?? 0;
  audio.src = awaitedUrl(file.mp3);
  clearTimeout(preparing);
  preparing = setTimeout(() => {
    if (soundState.value === "usual" && audio.readyState < HTMLMediaElement.HAVE_CURRENT_DATA)
      soundState.value = "preparing";
  }, PREPARING_AFTER_MS);
  // Also for 0: a position that was set before the last file was loaded would count for this one.
  audio.currentTime = seconds;
  if (entry !== null) void play();
}

function everyFrame(): void {
  follow();
  if (!audio.paused) requestAnimationFrame(everyFrame);
}

/** Shows the position, and repeats the section. */
function follow(): void {
  const seconds = audio.currentTime;
  const wanted = positionIn(section.value, seconds);
  if (wanted !== seconds && !audio.paused) audio.currentTime = wanted;
  position.value = wanted;
}

function tryAgain(): void {
  const seconds = position.value;
  tries += 1;
  soundState.value = tries < TRIES_MAX ? "preparing" : "broken";
  if (soundState.value === "broken") return audio.pause();
  retry = setTimeout(() => {
    audio.load();
    if (seconds > 0) audio.currentTime = seconds;
    if (!isFilmAlone.value) void play();
  }, RETRY_MS);
}

/** A browser can refuse to play, for example before the first click; the pause button then shows it. */
async function play(): Promise<void> {
  await audio.play().catch(() => undefined);
}
