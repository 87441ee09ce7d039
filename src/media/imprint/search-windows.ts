import { BANDS, CHIPS, READ_HOP, READS_PER_CHIP, IMPRINT_RATE, PERIOD_READS } from "./imprint-form.ts";
import FFT from "fft.js";

/** Bins of the spectrum of CHIPS real numbers. */
export const CHIP_BINS = CHIPS / 2 + 1;

/** A part of a sound that is compared with patterns: its residual, folded to one period. */
export interface SearchWindow {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  /** For each of READS_PER_CHIP alignments with the chips. */
  readonly phases: readonly FoldedPhase[];
}

export interface FoldedPhase {
  /** For each band, CHIP_BINS complex numbers, real and imaginary parts alternating. */
  readonly spectrum: Float32Array;
  /** The square root of the sum of squares. */
  readonly norm: number;
}

/**
 * Returns the windows of a sound: all of it, and if it is longer than two periods, up to `count` pieces of two periods that overlap
 * by one, because a part that was cut out and mixed elsewhere is at another offset than the rest. Windows of silence are left out.
 */
export function searchWindows(residual: readonly Float32Array[], count: number): readonly SearchWindow[] {
  const frames = residual.length;
  const spans = [{ first: 0, last: frames }, ...pieces(frames, count)];
  return spans.flatMap(({ first, last }) => {
    const phases = Array.from({ length: READS_PER_CHIP }, (_, phase) => folded(residual, { first, last, phase }));
    if (phases.some(({ norm }) => norm === 0)) return [];
    return [{ from: secondsAt(first), to: secondsAt(last + 1), phases }];
  });
}

interface FrameSpan {
  readonly first: number;
  readonly last: number;
}

function pieces(frames: number, count: number): readonly FrameSpan[] {
  const total = frames <= 2 * PERIOD_READS ? 0 : Math.ceil(frames / PERIOD_READS) - 1;
  const kept = Math.min(total, count);
  return Array.from({ length: kept }, (_, index) => {
    const first = Math.floor((index * total) / kept) * PERIOD_READS;
    return { first, last: Math.min(frames, first + 2 * PERIOD_READS) };
  });
}

function secondsAt(frame: number): number {
  return (frame * READ_HOP) / IMPRINT_RATE;
}

function folded(
  residual: readonly Float32Array[],
  { first, last, phase }: FrameSpan & { readonly phase: number },
): FoldedPhase {
  const sums = new Float64Array(BANDS * CHIPS);
  for (let frame = first; frame < last; frame++) {
    const chip = Math.floor((frame + phase) / READS_PER_CHIP) % CHIPS;
    const row = residual[frame];
    for (let band = 0; band < BANDS; band++) {
      const at = band * CHIPS + chip;
      sums[at] = (sums[at] ?? 0) + (row?.[band] ?? 0);
    }
  }
  const norm = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0));
  return { spectrum: bandSpectra(sums), norm };
}

/** The spectra of CHIPS numbers for each band. */
export function bandSpectra(values: ArrayLike<number>): Float32Array {
  const transform = new FFT(CHIPS);
  const input = new Float64Array(CHIPS);
  const output = new Float64Array(2 * CHIPS);
  const spectra = new Float32Array(BANDS * CHIP_BINS * 2);
  for (let band = 0; band < BANDS; band++) {
    for (let chip = 0; chip < CHIPS; chip++) input[chip] = values[band * CHIPS + chip] ?? 0;
    transform.realTransform(output, input);
    for (let at = 0; at < 2 * CHIP_BINS; at++) spectra[band * CHIP_BINS * 2 + at] = output[at] ?? 0;
  }
  return spectra;
}
