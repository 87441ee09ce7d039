import type { MediaKind } from "./media-type.ts";
import { MINUTE_MS, SECOND_MS } from "../lib/clock.ts";

/** The properties of an upload that its work depends on. */
export interface WorkSource {
  readonly mediaKind: MediaKind;
  /** Pixels; null for an audio file. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds; null for a picture, and for audio of unknown length. */
  readonly duration: number | null;
}

/** Milliseconds of processor time, fitted to H.264 with 25 frames per second from 0.1 to 8 megapixels and 2 s to 10 min. */
const PICTURE = { base: 100, perMegapixel: 60 } as const;
const FILM = { base: 300, perSecond: 110, perMegapixelSecond: 250 } as const;
/** After the first minute, a film is surveyed with fast decoding, and has no more moments. */
const FILM_LATER = { perSecond: 15, perMegapixelSecond: 10 } as const;
/** Fitted to an MP3 of an hour (35 s) and one of 70 s (under 2.8 s). Audio of unknown length is taken for a song. */
const AUDIO = { base: 1_000, perSecond: 10, unknownSeconds: 240 } as const;
const FULL_SECONDS = MINUTE_MS / SECOND_MS;

/**
 * Returns the processor time in milliseconds that an analysis will probably take. It orders the queue and need not be exact:
 * codec, frame rate and content can change it severalfold. Longer and larger files never get less.
 */
export function expectedWorkMs({ mediaKind, width, height, duration }: WorkSource): number {
  if (mediaKind === "audio") return Math.round(AUDIO.base + AUDIO.perSecond * (duration ?? AUDIO.unknownSeconds));
  const megapixels = ((width ?? 0) * (height ?? 0)) / 1_000_000;
  if (duration === null) return Math.round(PICTURE.base + PICTURE.perMegapixel * megapixels);
  const full = Math.min(duration, FULL_SECONDS);
  const later = Math.max(0, duration - FULL_SECONDS);
  const perSecond = FILM.perSecond + FILM.perMegapixelSecond * megapixels;
  const perLaterSecond = FILM_LATER.perSecond + FILM_LATER.perMegapixelSecond * megapixels;
  return Math.round(FILM.base + full * perSecond + later * perLaterSecond);
}
