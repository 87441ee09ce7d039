import { autocorrelation, peakOffset } from "../../audio/signal.ts";
import { meanOf, medianOf } from "../statistics.ts";
import { SOUND_FRAMES_A_SECOND, type SoundFrame } from "./sound-frames.ts";
import { unevennessOf } from "./sound-level.ts";

const WINDOW_SECONDS = 12;
const BPM = { min: 50, max: 200 } as const;
/** Preferred tempo of listeners, and its spread in octaves (a Gaussian over the logarithm of the tempo). */
const PREFERRED = { bpm: 115, octaves: 0.9 } as const;
/** Peak height of the autocorrelation from which there is a beat. */
const CLEAR_MIN = 0.3;
/** Share of the windows that must agree, and the relative tolerance. */
const AGREEING_MIN = 0.6;
const TOLERANCE = 0.03;
/** Deviation of the level, in decibels. A steady hum is periodic, but has no beat. */
const UNEVEN_MIN = 0.6;

/**
 * Returns the tempo of a film's music in beats per minute, or null if it is not clear. Uses the autocorrelation of onsets
 * per window (Ellis 2007); most windows must agree. For very fast music the result can be half the tempo.
 */
export function musicTempoOf(frames: readonly SoundFrame[]): number | null {
  const length = WINDOW_SECONDS * SOUND_FRAMES_A_SECOND;
  const count = Math.max(1, Math.floor(frames.length / length));
  const tempi = Array.from({ length: count }, (_, index) =>
    tempoIn(frames.slice(index * length, (index + 1) * length)),
  );
  const clear = tempi.flatMap((tempo) => tempo ?? []);
  const middle = medianOf(clear);
  const agreeing = clear.filter((tempo) => Math.abs(tempo - middle) <= TOLERANCE * middle);
  if (agreeing.length === 0 || agreeing.length < AGREEING_MIN * count) return null;
  return Math.round(meanOf(agreeing) * 10) / 10;
}

function tempoIn(frames: readonly SoundFrame[]): number | null {
  return unevennessOf(frames) < UNEVEN_MIN ? null : tempoOf(frames.map(({ onset }) => onset));
}

function tempoOf(onsets: readonly number[]): number | null {
  const longest = Math.ceil((60 / BPM.min) * SOUND_FRAMES_A_SECOND);
  const shortest = Math.floor((60 / BPM.max) * SOUND_FRAMES_A_SECOND);
  // At least four beats of the slowest tempo are needed.
  if (onsets.length < 4 * longest) return null;
  const mean = meanOf(onsets);
  const centred = onsets.map((onset) => onset - mean);
  const correlation = Array.from({ length: longest + 2 }, (_, lag) => autocorrelation(centred, lag));
  const total = correlation[0] ?? 0;
  if (total <= 0) return null;
  let best = 0;
  let bestWeight = 0;
  for (let lag = shortest; lag <= longest; lag++) {
    const height = (correlation[lag] ?? 0) / total;
    const isPeak = height > (correlation[lag - 1] ?? 0) / total && height >= (correlation[lag + 1] ?? 0) / total;
    const octaves = Math.log2((60 * SOUND_FRAMES_A_SECOND) / lag / PREFERRED.bpm) / PREFERRED.octaves;
    const weight = height * Math.exp(-(octaves * octaves) / 2);
    if (isPeak && height >= CLEAR_MIN && weight > bestWeight) [best, bestWeight] = [lag, weight];
  }
  if (best === 0) return null;
  const [left, middle, right] = [correlation[best - 1] ?? 0, correlation[best] ?? 0, correlation[best + 1] ?? 0];
  return (60 * SOUND_FRAMES_A_SECOND) / (best + peakOffset(left, middle, right));
}
