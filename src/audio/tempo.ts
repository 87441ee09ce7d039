import { aboveLocalMean, LOCAL_SECONDS } from "./onset-curve.ts";
import { autocorrelation, peakOffset } from "./signal.ts";

/** The best tempo of a piece, with what its confidence depends on. */
export interface TempoGuess {
  readonly bpm: number;
  /** Mean autocorrelation at one to four beats, -1 to 1. */
  readonly height: number;
  /** Relative difference to the best other tempo, without half, double and third. */
  readonly lead: number;
  /** Share of windows whose autocorrelation has a peak at this beat. */
  readonly agreement: number;
}

const BPM = { min: 50, max: 210 } as const;
/** The preferred tempo of listeners and its spread in octaves (van Noorden and Moelants 1999; Ellis 2007). */
const TAPPED = { bpm: 125, octaves: 0.95 } as const;
const WINDOW_SECONDS = 12;
const SECONDS_MIN = 4;
/**
 * Penalty for a beat without a pulse at its halves or thirds, because most music has a pulse that is faster than its beat. From
 * the relative height `dividedFrom` of that pulse on, there is no penalty.
 */
const UNDIVIDED = { loss: 0.25, dividedFrom: 0.7 } as const;
/** Teeth of the comb, in beats. */
const TEETH = 4;
/** Ratio between candidate tempi. */
const STEP = 1.005;
/** A window agrees if its autocorrelation at the beat reaches this. */
const AGREES_MIN = 0.1;
const SAME = 0.04;

/**
 * Finds the tempo of an onset curve with `rate` values per second: the sum of windowed autocorrelations (a tempogram; Grosche
 * and Müller 2011), a comb of four beats, and a bell over the logarithm of the tempo, which selects the octave (Ellis, "Beat
 * tracking by dynamic programming", 2007). Null if the curve is too short or has no onsets.
 */
export function tempoOf(onsets: ArrayLike<number>, rate: number): TempoGuess | null {
  if (onsets.length < SECONDS_MIN * rate) return null;
  const windows = autocorrelations(aboveLocalMean(onsets, Math.round(LOCAL_SECONDS * rate)), rate);
  if (windows.length === 0) return null;
  const whole = new Float64Array(windows[0]?.length ?? 0);
  for (const window of windows)
    for (const [lag, value] of window.entries()) whole[lag] = (whole[lag] ?? 0) + value / windows.length;
  const candidates: { readonly bpm: number; readonly height: number; readonly weight: number }[] = [];
  for (let bpm: number = BPM.min; bpm <= BPM.max; bpm *= STEP) {
    const height = combOf(whole, (60 * rate) / bpm);
    const octaves = Math.log2(bpm / TAPPED.bpm) / TAPPED.octaves;
    candidates.push({
      bpm,
      height,
      weight: height * Math.exp(-(octaves * octaves) / 2) * dividedOf(whole, (60 * rate) / bpm),
    });
  }
  const best = candidates.reduce((one, other) => (other.weight > one.weight ? other : one));
  if (best.height <= 0) return null;
  const other = Math.max(0, ...candidates.filter(({ bpm }) => !isRelated(bpm, best.bpm)).map(({ weight }) => weight));
  const period = refined(whole, (60 * rate) / best.bpm);
  const agreeing = windows.filter((window) => combOf(window, period) >= AGREES_MIN);
  return {
    bpm: (60 * rate) / period,
    height: best.height,
    lead: 1 - other / best.weight,
    agreement: agreeing.length / windows.length,
  };
}

/** One for each half-overlapping window with onsets; 1 at lag 0. */
function autocorrelations(values: Float64Array, rate: number): readonly Float64Array[] {
  const length = Math.min(values.length, Math.round(WINDOW_SECONDS * rate));
  const longest = Math.min(Math.ceil((TEETH * 60 * rate) / BPM.min) + 2, length >> 1);
  const found: Float64Array[] = [];
  for (let from = 0; from + length <= values.length; from += length >> 1) {
    const window = values.subarray(from, from + length);
    const mean = window.reduce((sum, value) => sum + value, 0) / length;
    const moved = window.map((value) => value - mean);
    const whole = autocorrelation(moved, 0);
    if (whole <= 1e-6) continue;
    found.push(Float64Array.from({ length: longest + 1 }, (_, lag) => autocorrelation(moved, lag) / whole));
  }
  return found;
}

/** The mean at one to four periods, as far as the correlation reaches. */
function combOf(correlation: Float64Array, period: number): number {
  let sum = 0;
  let count = 0;
  for (let tooth = 1; tooth <= TEETH; tooth++) {
    const lag = tooth * period;
    if (lag > correlation.length - 2) break;
    sum += heightAt(correlation, lag);
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** 1 with a pulse at the halves or thirds of the beat, less without. */
function dividedOf(correlation: Float64Array, period: number): number {
  const at = (...beats: readonly number[]): number =>
    beats.reduce((sum, beat) => sum + heightAt(correlation, beat * period), 0) / beats.length;
  const whole = at(1, 2);
  const divided = Math.max(at(1 / 2, 3 / 2), at(1 / 3, 2 / 3, 4 / 3, 5 / 3));
  const share = whole <= 0 ? 0 : Math.max(0, Math.min(1, divided / whole / UNDIVIDED.dividedFrom));
  return 1 - UNDIVIDED.loss * (1 - share);
}

function heightAt(values: Float64Array, at: number): number {
  const below = Math.floor(at);
  const share = at - below;
  return (values[below] ?? 0) * (1 - share) + (values[below + 1] ?? 0) * share;
}

/** Refines the period with the peak at up to four beats: four beats give four times the precision of one. */
function refined(correlation: Float64Array, period: number): number {
  const beats = Math.max(1, Math.min(TEETH, Math.floor((correlation.length - 3) / period)));
  const near = Math.round(beats * period);
  const reach = Math.max(1, Math.round(0.02 * near));
  let top = near;
  for (let lag = near - reach; lag <= near + reach; lag++)
    if ((correlation[lag] ?? 0) > (correlation[top] ?? 0)) top = lag;
  const [left, middle, right] = [correlation[top - 1] ?? 0, correlation[top] ?? 0, correlation[top + 1] ?? 0];
  return (top + peakOffset(left, middle, right)) / beats;
}

/** Whether two tempi are equal or differ by a factor of two or three. */
function isRelated(one: number, other: number): boolean {
  const ratio = one > other ? one / other : other / one;
  return [1, 2, 3, 4].some((times) => Math.abs(ratio / times - 1) <= SAME);
}
