import { DESCRIPTOR_VALUES, LIKENESS_FACETS } from "../../../schema/sound-descriptor.ts";
import { SEGMENT_STEPS } from "./segments.ts";

/** Numbers that vary less in a sound are constant. */
const VARIANCE_MIN = 1e-12;

/**
 * Returns the number of the first segment of the window of two adjacent segments, 30 seconds, that is most like all segments: the
 * one whose mean is nearest to theirs. Numbers are standardised by the sound itself, and every facet counts the same. Null if no
 * such window is without a silent segment.
 */
export function typicalWindow(segments: readonly (Float32Array | null)[]): number | null {
  const heard = segments.filter((segment) => segment !== null);
  const length = heard[0]?.length ?? 0;
  const mean = Float64Array.from(
    { length },
    (_, at) => heard.reduce((sum, one) => sum + (one[at] ?? 0), 0) / heard.length,
  );
  const variance = mean.map(
    (middle, at) => heard.reduce((sum, one) => sum + ((one[at] ?? 0) - middle) ** 2, 0) / heard.length,
  );
  let best: { readonly at: number; readonly distance: number } | null = null;
  for (let at = 0; at + SEGMENT_STEPS < segments.length; at++) {
    const [first, second] = [segments[at], segments[at + SEGMENT_STEPS]];
    if (first === null || first === undefined || second === null || second === undefined) continue;
    const distance = distanceOf(meanOfSegments([first, second]), mean, variance);
    if (best === null || distance < best.distance) best = { at, distance };
  }
  return best?.at ?? null;
}

/** The mean of the numbers of several segments. */
export function meanOfSegments(segments: readonly Float32Array[]): Float32Array {
  const length = segments[0]?.length ?? 0;
  return Float32Array.from(
    { length },
    (_, at) => segments.reduce((sum, segment) => sum + (segment[at] ?? 0), 0) / segments.length,
  );
}

function distanceOf(values: Float32Array, mean: Float64Array, variance: Float64Array): number {
  let [from, sum] = [0, 0];
  for (const facet of LIKENESS_FACETS) {
    const size = DESCRIPTOR_VALUES[facet];
    for (let at = from; at < from + size; at++) {
      const spread = variance[at] ?? 0;
      if (spread >= VARIANCE_MIN) sum += ((values[at] ?? 0) - (mean[at] ?? 0)) ** 2 / spread / size;
    }
    from += size;
  }
  return sum;
}
