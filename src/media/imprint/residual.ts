import { BANDS } from "./imprint-form.ts";

/** A level is compared with the mean of this many bands on each side. */
const NEAR_BANDS = 7;
/** And of this many frames on each side. */
const NEAR_FRAMES = 14;
/** The deviation of a band is measured over this many frames on each side. */
const DEVIATION_FRAMES = 40;
/** Larger differences are cut to this many deviations. */
const DEVIATIONS_MAX = 3;
/** Added to deviations, so that a steady sound or a band without sound does not count more than everything else. */
const DEVIATION_MIN = 0.1;
/** The standard deviation of a normal distribution for a mean absolute deviation of 1. */
const NORMAL = Math.sqrt(Math.PI / 2);

/**
 * Removes from levels what the music explains, and returns what an imprint can explain, each value with the weight that its
 * deviation deserves. The mean of neighbouring bands has changes of loudness, and that of neighbouring frames the timbre.
 */
export function residualOf(rows: readonly Float32Array[]): readonly Float32Array[] {
  const flat = rows.map((row) => lessMean(row, NEAR_BANDS));
  const residual = rows.map(() => new Float32Array(BANDS));
  const column = new Float32Array(rows.length);
  for (let band = 0; band < BANDS; band++) {
    for (const [at, row] of flat.entries()) column[at] = row[band] ?? 0;
    const differences = lessMean(column, NEAR_FRAMES);
    const deviations = meanOf(differences.map(Math.abs), DEVIATION_FRAMES);
    for (const [at, row] of residual.entries()) {
      const deviation = NORMAL * (deviations[at] ?? 0) + DEVIATION_MIN;
      const most = DEVIATIONS_MAX * deviation;
      row[band] = Math.max(-most, Math.min(most, differences[at] ?? 0)) / deviation ** 2;
    }
  }
  return residual;
}

function lessMean(values: Float32Array, near: number): Float32Array {
  const means = meanOf(values, near);
  return values.map((value, at) => value - (means[at] ?? 0));
}

/** The mean of each value with up to `near` values on each side. */
function meanOf(values: Float32Array, near: number): Float32Array {
  const means = new Float32Array(values.length);
  let sum = 0;
  let from = 0;
  let to = 0;
  for (let at = 0; at < values.length; at++) {
    for (; to < Math.min(values.length, at + near + 1); to++) sum += values[to] ?? 0;
    for (; from < at - near; from++) sum -= values[from] ?? 0;
    means[at] = sum / (to - from);
  }
  return means;
}
