import { FEATURE_MAX } from "../../src/analysis/learned-heads.ts";
import type { Samples } from "./samples.ts";

export interface Scale {
  readonly means: Float32Array;
  readonly deviations: Float32Array;
}

/** Keeps a feature that is nearly always the same from being blown up. */
const LEAST = 1e-3;

/** Changes the samples' rows, as `Heads.standardise` will change a picture's. */
export function standardise({ rows, width }: Samples): Scale {
  const count = rows.length / width;
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  for (let at = 0; at < rows.length; at++) sums[at % width] = (sums[at % width] ?? 0) + (rows[at] ?? 0);
  const means = Float32Array.from(sums, (sum) => sum / count);
  for (let at = 0; at < rows.length; at++) {
    squares[at % width] = (squares[at % width] ?? 0) + ((rows[at] ?? 0) - (means[at % width] ?? 0)) ** 2;
  }
  const deviations = Float32Array.from(squares, (sum) => Math.sqrt(sum / count) + LEAST);
  for (let at = 0; at < rows.length; at++) {
    const apart = ((rows[at] ?? 0) - (means[at % width] ?? 0)) / (deviations[at % width] ?? 1);
    rows[at] = Math.min(FEATURE_MAX, Math.max(-FEATURE_MAX, apart));
  }
  return { means, deviations };
}
