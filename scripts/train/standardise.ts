import { isToneFeature } from "../../src/analysis/colour-features.ts";
import { FEATURE_MAX } from "../../src/analysis/learned-heads.ts";
import type { Samples } from "./samples.ts";

export interface Scale {
  readonly means: Float32Array;
  readonly deviations: Float32Array;
}

/** Added to the deviations, so that a nearly constant feature is not amplified. */
const DEVIATION_MIN = 1e-3;

/** Standardises the rows in place, like `Heads.standardise` does for a picture. */
export function standardise({ rows, width, colourless }: Samples): Scale {
  const count = rows.length / width;
  const isTone = isToneFeature();
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  for (let at = 0; at < rows.length; at++) sums[at % width] = (sums[at % width] ?? 0) + (rows[at] ?? 0);
  const means = Float32Array.from(sums, (sum) => sum / count);
  for (let at = 0; at < rows.length; at++) {
    squares[at % width] = (squares[at % width] ?? 0) + ((rows[at] ?? 0) - (means[at % width] ?? 0)) ** 2;
  }
  const deviations = Float32Array.from(squares, (sum) => Math.sqrt(sum / count) + DEVIATION_MIN);
  for (let at = 0; at < rows.length; at++) {
    const scaled = ((rows[at] ?? 0) - (means[at % width] ?? 0)) / (deviations[at % width] ?? 1);
    const isHidden = colourless[Math.floor(at / width)] === 1 && isTone[at % width] === false;
    rows[at] = isHidden ? 0 : Math.min(FEATURE_MAX, Math.max(-FEATURE_MAX, scaled));
  }
  return { means, deviations };
}
