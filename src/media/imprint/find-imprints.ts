import FFT from "fft.js";
import { chipsOf } from "./chips.ts";
import { BANDS, CHIPS, PERIOD_READS } from "./imprint-form.ts";
import { bandSpectra, CHIP_BINS, type FoldedPhase, type SearchWindow, searchWindows } from "./search-windows.ts";

/** The greatest chance at which one of all recipients is accused although a file has no imprint or another one. */
export const FALSE_ACCUSATION_MAX = 1e-6;
/** Pairs of a window and a recipient that are compared at most, unless there are more recipients. A pair takes some 50 µs. */
const PAIRS_MAX = 100_000;
/** Pieces of a long sound that are searched however many recipients there are. */
const PIECES_MIN = 8;

export interface FoundImprint {
  readonly recipient: number;
  /** The correlation in standard deviations of a pattern that is not in the sound. */
  readonly score: number;
  /** The greatest chance of a score as high as this for any recipient whose pattern is not in the sound. */
  readonly falseAccusationRate: number;
  /** The window with this score, in seconds. */
  readonly from: number;
  readonly to: number;
}

export interface ImprintSearch {
  /** The most certain first. */
  readonly found: readonly FoundImprint[];
  /** Scores from here on are found. Null for silence, which is not searched. */
  readonly threshold: number | null;
  /** The highest score; null for silence, or if there are no recipients. */
  readonly best: number | null;
  /** Correlations that were computed: recipients × windows × offsets. */
  readonly correlations: number;
}

/** What a recipient's imprint is compared by. */
export interface Pattern {
  readonly recipient: number;
  /** Of its chips, as `bandSpectra` returns them. */
  readonly spectra: Float32Array;
}

/** The patterns of recipients, one after the other: one has 56 KB. */
export function* patternsOf(secret: string, recipients: readonly number[]): Generator<Pattern> {
  for (const recipient of recipients) yield { recipient, spectra: bandSpectra(chipsOf(secret, recipient)) };
}

/**
 * Compares a sound with the patterns of `count` recipients at every offset. The signs of a pattern are random and independent of the sound,
 * so the sum of n values with these signs, divided by the root of their squares, exceeds z with a probability of at most
 * exp(-z²/2), for every sound (Hoeffding's inequality; W. Hoeffding 1963, theorem 2). Times the number of correlations, that is the
 * chance of a false accusation.
 */
export function findImprints(
  residual: readonly Float32Array[],
  patterns: Iterable<Pattern>,
  count: number,
): ImprintSearch {
  const windows = searchWindows(residual, Math.max(PIECES_MIN, Math.floor(PAIRS_MAX / Math.max(1, count))));
  const correlations = count * windows.length * PERIOD_READS;
  if (correlations === 0) return { found: [], threshold: null, best: null, correlations };
  const threshold = Math.sqrt(2 * Math.log(correlations / FALSE_ACCUSATION_MAX));
  const correlate = correlator();
  const scored: FoundImprint[] = [];
  for (const { recipient, spectra } of patterns) {
    const best = windows.reduce<{ readonly score: number; readonly window: SearchWindow | null }>(
      (most, window) => {
        const score = Math.max(...window.phases.map((phase) => correlate(spectra, phase)));
        return score > most.score ? { score, window } : most;
      },
      { score: -Infinity, window: null },
    );
    const falseAccusationRate = Math.min(1, correlations * Math.exp(-(best.score ** 2) / 2));
    const { score, window } = best;
    scored.push({ recipient, score, falseAccusationRate, from: window?.from ?? 0, to: window?.to ?? 0 });
  }
  const ordered = scored.toSorted((one, other) => other.score - one.score);
  return {
    found: ordered.filter(({ score }) => score >= threshold),
    threshold,
    best: ordered[0]?.score ?? null,
    correlations,
  };
}

/** Returns a function that computes the highest correlation of a pattern with a window at any offset. */
function correlator(): (pattern: Float32Array, phase: FoldedPhase) => number {
  const transform = new FFT(CHIPS);
  const product = new Float64Array(2 * CHIPS);
  const result = new Float64Array(2 * CHIPS);
  return (pattern, { spectrum, norm }) => {
    product.fill(0);
    for (let band = 0; band < BANDS; band++) {
      const start = band * CHIP_BINS * 2;
      for (let at = 0; at < 2 * CHIP_BINS; at += 2) {
        const real = spectrum[start + at] ?? 0;
        const imaginary = spectrum[start + at + 1] ?? 0;
        const patternReal = pattern[start + at] ?? 0;
        const patternImaginary = pattern[start + at + 1] ?? 0;
        product[at] = (product[at] ?? 0) + real * patternReal + imaginary * patternImaginary;
        product[at + 1] = (product[at + 1] ?? 0) + real * patternImaginary - imaginary * patternReal;
      }
    }
    transform.completeSpectrum(product);
    transform.inverseTransform(result, product);
    let most = -Infinity;
    for (let shift = 0; shift < CHIPS; shift++) most = Math.max(most, result[2 * shift] ?? 0);
    return most / norm;
  };
}
