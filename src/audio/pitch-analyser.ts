import { AUDIO_RATE, BLOCK } from "./samples.ts";
import { peakOffset, spectrumAnalyser } from "./signal.ts";

/** Strength of each of 120 steps of an octave, summed over all octaves. Step 0 is C at A4 = 440 Hz. */
export type PitchCircle = Float64Array;

/** Ten cents each. */
export const PITCH_STEPS = 120;

export interface PitchAnalyser {
  take(block: Float64Array): void;
  /** The sum over all frames so far. */
  circle(): PitchCircle;
}

/** 0.74 s, or 1.35 Hz per bin, which resolves semitones from 50 Hz on. */
const WINDOW = 16_384;
const HOP_BLOCKS = 32;
const RANGE = { fromHz: 50, toHz: 2_000 } as const;
/** C4 at A4 = 440 Hz. */
const MIDDLE_C = 440 * 2 ** (-9 / 12);
/** Quieter peaks, relative to the loudest of the frame, are side lobes or noise. */
const QUIETEST = 0.02;
/** Frames with a lower amplitude are ignored. */
const SILENT = 1e-5;
/** A peak must exceed the bins around it by this factor: drums and hiss have no such peaks. */
const PROMINENCE_MIN = 2.5;
const AROUND_BINS = 12;

/**
 * Pitch classes from the peaks of long spectra, as in harmonic pitch class profiles (Gómez, "Tonal description of music audio
 * signals", 2006). Peaks are interpolated by a parabola; frames are weighted by the square root of their loudness. Steps of ten
 * cents allow the tuning to be estimated later. Peaks do not count as harmonics of lower notes: a third harmonic would vote for
 * the key a fifth below, which made the results worse (docs/audio.md). `onFrame` gets the circle of each frame that is not
 * silent; the array is reused.
 */
export function pitchAnalyser(onFrame: (frame: PitchCircle) => void = () => {}): PitchAnalyser {
  const spectrumOf = spectrumAnalyser(WINDOW);
  const samples = new Float64Array(WINDOW);
  const size = Math.ceil((RANGE.toHz * WINDOW) / AUDIO_RATE) + AROUND_BINS + 2;
  const amplitudes = new Float64Array(size);
  const circle = new Float64Array(PITCH_STEPS);
  const frame = new Float64Array(PITCH_STEPS);
  let blocks = 0;

  const analyse = (): void => {
    const spectrum = spectrumOf(samples);
    for (let bin = 0; bin < size; bin++) {
      amplitudes[bin] = Math.hypot(spectrum[2 * bin] ?? 0, spectrum[2 * bin + 1] ?? 0) / WINDOW;
    }
    const peaks = peaksOf(amplitudes);
    const loudest = peaks.reduce((most, { amplitude }) => Math.max(most, amplitude), 0);
    if (loudest <= SILENT) return;
    const weight = Math.sqrt(loudest) / loudest;
    frame.fill(0);
    for (const { hertz, amplitude } of peaks) {
      if (amplitude < QUIETEST * loudest) continue;
      add(frame, hertz, weight * amplitude);
    }
    for (let step = 0; step < PITCH_STEPS; step++) circle[step] = (circle[step] ?? 0) + (frame[step] ?? 0);
    onFrame(frame);
  };

  return {
    take: (block) => {
      samples.copyWithin(0, BLOCK);
      samples.set(block, WINDOW - BLOCK);
      if (++blocks % HOP_BLOCKS === 0) analyse();
    },
    circle: () => circle.slice(),
  };
}

interface Peak {
  readonly hertz: number;
  readonly amplitude: number;
}

function peaksOf(amplitudes: Float64Array): readonly Peak[] {
  const peaks: Peak[] = [];
  const from = Math.max(AROUND_BINS, Math.ceil((RANGE.fromHz * WINDOW) / AUDIO_RATE));
  let around = 0;
  for (let bin = from - AROUND_BINS; bin < from + AROUND_BINS; bin++) around += amplitudes[bin] ?? 0;
  for (let bin = from; bin < amplitudes.length - AROUND_BINS - 1; bin++) {
    around += (amplitudes[bin + AROUND_BINS] ?? 0) - (amplitudes[bin - AROUND_BINS] ?? 0);
    const [left, middle, right] = [amplitudes[bin - 1] ?? 0, amplitudes[bin] ?? 0, amplitudes[bin + 1] ?? 0];
    if (middle <= left || middle < right || middle < (PROMINENCE_MIN * around) / (2 * AROUND_BINS)) continue;
    peaks.push({ hertz: ((bin + peakOffset(left, middle, right)) * AUDIO_RATE) / WINDOW, amplitude: middle });
  }
  return peaks;
}

/** Splits a value between the two nearest steps. */
function add(circle: Float64Array, hertz: number, amount: number): void {
  const place = PITCH_STEPS * Math.log2(hertz / MIDDLE_C);
  const below = Math.floor(place);
  const share = place - below;
  const step = ((below % PITCH_STEPS) + PITCH_STEPS) % PITCH_STEPS;
  const next = (step + 1) % PITCH_STEPS;
  circle[step] = (circle[step] ?? 0) + amount * (1 - share);
  circle[next] = (circle[next] ?? 0) + amount * share;
}
