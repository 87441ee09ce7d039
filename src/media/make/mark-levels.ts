import { MARK_PERIOD_SECONDS } from "./mark.ts";
import { LOUDNESS_RATE } from "./momentary-loudness.ts";

/** Where the first mark begins. */
const FIRST_AT_SECONDS = 0.5;
/**
 * So far below the music that it does not cover it, and not so far that it hides: two to four tones in the ear's most
 * sensitive octave are plainly heard at this distance from a full mix, and a listener follows the music through them.
 */
const BELOW_MUSIC_DB = 8;
/** In LUFS: heard in a silent passage too; not louder than a mix is. */
const LEVEL = { min: -36, max: -14 } as const;
/** Level of a mark as `markOf` leaves it. LUFS of tones in that octave and their RMS differ by less than 2 dB. */
const MARK_LEVEL = -20;
/** Momentary loudness looks 400 ms back. */
const LOOKS_BACK_SECONDS = 0.4;

export interface MarkPlan {
  /** Seconds into the music. */
  readonly firstAt: number;
  /** Factor for each repetition, one every MARK_PERIOD_SECONDS; at least one. */
  readonly gains: readonly number[];
}

/** When and how loud the mark sounds over music of this loudness, so that every repetition follows its own passage. */
export function planMarks(loudness: readonly number[], markSeconds: number): MarkPlan {
  const seconds = loudness.length / LOUDNESS_RATE;
  const firstAt = seconds < FIRST_AT_SECONDS + markSeconds ? 0 : FIRST_AT_SECONDS;
  const count = Math.max(1, Math.ceil((seconds - firstAt) / MARK_PERIOD_SECONDS));
  const gains = Array.from({ length: count }, (_, index) => {
    const at = firstAt + index * MARK_PERIOD_SECONDS;
    return gainFor(loudnessBetween(loudness, at, at + markSeconds + LOOKS_BACK_SECONDS));
  });
  return { firstAt, gains };
}

function gainFor(music: number): number {
  const level = Math.max(LEVEL.min, Math.min(LEVEL.max, music - BELOW_MUSIC_DB));
  return 10 ** ((level - MARK_LEVEL) / 20);
}

/** The mean of the powers, in LUFS; -Infinity where there is nothing. */
function loudnessBetween(loudness: readonly number[], from: number, to: number): number {
  const values = loudness.slice(Math.floor(from * LOUDNESS_RATE), Math.ceil(to * LOUDNESS_RATE));
  const powers = values.map((value) => (Number.isFinite(value) ? 10 ** (value / 10) : 0));
  return 10 * Math.log10(powers.reduce((sum, power) => sum + power, 0) / Math.max(1, powers.length));
}
