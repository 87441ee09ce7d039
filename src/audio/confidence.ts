import type { KeyGuess } from "./key.ts";
import type { TempoGuess } from "./tempo.ts";

/** Below this a guess is worth nothing, and nothing is told. */
export const TOLD_MIN = 0.3;
/** Generated music, on which the curves were fitted, is easier than most: nothing is ever surer than this. */
const SURE_MAX = 0.95;

/**
 * How likely a tempo is within 4 % of the right one: a logistic regression on 150 generated pieces with and without a
 * beat, held against others in docs/audio.md.
 */
export function tempoConfidence({ height, lead, agreement }: TempoGuess): number {
  return likelihood(-5.83 + 2.02 * height + 3.76 * lead + 5.01 * agreement);
}

/** How likely a key is the right one; from the same pieces, with and without one. */
export function keyConfidence({ fit, lead }: KeyGuess): number {
  return likelihood(-8.56 + 10.83 * fit + 4.95 * lead);
}

function likelihood(evidence: number): number {
  return Math.round(100 * Math.min(SURE_MAX, 1 / (1 + Math.exp(-evidence)))) / 100;
}
