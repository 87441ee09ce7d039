import { meanOf } from "../statistics.ts";
import { median } from "./median.ts";
import { SOUND_FRAMES_A_SECOND, type SoundFrame } from "./sound-frames.ts";

const WINDOW_SECONDS = 12;
const BPM = { min: 50, max: 200 } as const;
/** Where listeners tap first, and how far from it they go, in octaves (a bell over the logarithm of the tempo). */
const TAPPED = { bpm: 115, octaves: 0.9 } as const;
/** Height of the autocorrelation's peak from which a beat is heard at all. */
const CLEAR_MIN = 0.3;
/** Of the windows that must agree, and how closely. */
const AGREEING_MIN = 0.6;
const AGREEMENT = 0.03;

/**
 * Beats a minute of music that is there already; null unless it is clear. Very fast music may be told at half its beats. The autocorrelation of the onsets, window
 * by window (Ellis 2007), and most windows must agree on one tempo.
 */
export function musicTempoOf(frames: readonly SoundFrame[]): number | null {
  const length = WINDOW_SECONDS * SOUND_FRAMES_A_SECOND;
  const count = Math.max(1, Math.floor(frames.length / length));
  const tempi = Array.from({ length: count }, (_, index) =>
    tempoOf(frames.slice(index * length, (index + 1) * length).map(({ onset }) => onset)),
  );
  const clear = tempi.flatMap((tempo) => tempo ?? []);
  const middle = median(clear);
  const agreeing = clear.filter((tempo) => Math.abs(tempo - middle) <= AGREEMENT * middle);
  if (agreeing.length === 0 || agreeing.length < AGREEING_MIN * count) return null;
  return Math.round(meanOf(agreeing) * 10) / 10;
}

function tempoOf(onsets: readonly number[]): number | null {
  const longest = Math.ceil((60 / BPM.min) * SOUND_FRAMES_A_SECOND);
  const shortest = Math.floor((60 / BPM.max) * SOUND_FRAMES_A_SECOND);
  // Four beats of the slowest tempo, or there is nothing to compare.
  if (onsets.length < 4 * longest) return null;
  const mean = meanOf(onsets);
  const moved = onsets.map((onset) => onset - mean);
  const correlation = Array.from({ length: longest + 2 }, (_, lag) => productOf(moved, lag));
  const whole = correlation[0] ?? 0;
  if (whole <= 0) return null;
  let best = 0;
  let bestWeight = 0;
  for (let lag = shortest; lag <= longest; lag++) {
    const height = (correlation[lag] ?? 0) / whole;
    const isPeak = height > (correlation[lag - 1] ?? 0) / whole && height >= (correlation[lag + 1] ?? 0) / whole;
    const octaves = Math.log2((60 * SOUND_FRAMES_A_SECOND) / lag / TAPPED.bpm) / TAPPED.octaves;
    const weight = height * Math.exp(-(octaves * octaves) / 2);
    if (isPeak && height >= CLEAR_MIN && weight > bestWeight) [best, bestWeight] = [lag, weight];
  }
  if (best === 0) return null;
  return (60 * SOUND_FRAMES_A_SECOND) / (best + topBetween(correlation, best));
}

/** Per pair, so that long lags, which have fewer, are not lower. */
function productOf(values: readonly number[], lag: number): number {
  let sum = 0;
  for (let at = lag; at < values.length; at++) sum += (values[at] ?? 0) * (values[at - lag] ?? 0);
  return sum / (values.length - lag);
}

/** Where a parabola through the peak and its neighbours is highest: -0.5 to 0.5. */
function topBetween(values: readonly number[], at: number): number {
  const [left, middle, right] = [values[at - 1] ?? 0, values[at] ?? 0, values[at + 1] ?? 0];
  const bend = left - 2 * middle + right;
  return bend >= 0 ? 0 : Math.max(-0.5, Math.min(0.5, (left - right) / (2 * bend)));
}
