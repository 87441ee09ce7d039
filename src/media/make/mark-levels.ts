import { MARK_PERIOD_SECONDS } from "./mark.ts";
import { LOUDNESS_RATE } from "./momentary-loudness.ts";

/** Start of the first mark. */
const FIRST_AT_SECONDS = 0.5;
/**
 * Quiet enough not to cover the music, loud enough to be heard: two to four tones in the ear's most sensitive octave are
 * clearly audible at this distance from a full mix, and the music stays audible behind them.
 */
const BELOW_MUSIC_DB = 8;
/** In LUFS: audible in silence, and not louder than a mix. */
const LEVEL = { min: -36, max: -14 } as const;
/** Level of a mark from `markOf`. For tones in that octave, LUFS and RMS differ by less than 2 dB. */
const MARK_LEVEL = -20;
/** Momentary loudness covers the last 400 ms. */
const WINDOW_SECONDS = 0.4;

export interface MarkPlan {
  /** Seconds into the music. */
  readonly firstAt: number;
  /** The gain of each repetition. Repetitions are MARK_PERIOD_SECONDS apart, and there is at least one. */
  readonly gains: readonly number[];
}

/** Plans when and how loud the mark sounds, so that each repetition fits the loudness of its passage. */
export function planMarks(loudness: readonly number[], markSeconds: number): MarkPlan {
  const seconds = loudness.length / LOUDNESS_RATE;
  const firstAt = seconds < FIRST_AT_SECONDS + markSeconds ? 0 : FIRST_AT_SECONDS;
  const count = Math.max(1, Math.ceil((seconds - firstAt) / MARK_PERIOD_SECONDS));
  const gains = Array.from({ length: count }, (_, index) => {
    const at = firstAt + index * MARK_PERIOD_SECONDS;
    return gainFor(loudnessBetween(loudness, at, at + markSeconds + WINDOW_SECONDS));
  });
  return { firstAt, gains };
}

function gainFor(music: number): number {
  const level = Math.max(LEVEL.min, Math.min(LEVEL.max, music - BELOW_MUSIC_DB));
  return 10 ** ((level - MARK_LEVEL) / 20);
}

/** The mean power between two times, in LUFS; -Infinity without values. */
function loudnessBetween(loudness: readonly number[], from: number, to: number): number {
  const values = loudness.slice(Math.floor(from * LOUDNESS_RATE), Math.ceil(to * LOUDNESS_RATE));
  const powers = values.map((value) => (Number.isFinite(value) ? 10 ** (value / 10) : 0));
  return 10 * Math.log10(powers.reduce((sum, power) => sum + power, 0) / Math.max(1, powers.length));
}
