import { peakOffset } from "../signal.ts";

/**
 * How much a beat that is early or late costs, in standard deviations of the onset curve, for the squared logarithm of the ratio
 * of its distance to the period. Ellis uses 100; most produced music is more even, and a tracker that gives way follows syncopations.
 */
const TIGHTNESS = 2_500;

/**
 * Returns the frames of the beats of an onset curve, for a period in frames: the sequence with the highest sum of onsets and the
 * most even distances, by dynamic programming (Ellis, "Beat tracking by dynamic programming", 2007). Beats are fractions of
 * frames: each is moved to the top of its onset.
 */
export function trackBeats(curve: Float64Array, period: number): readonly number[] {
  const size = curve.length;
  const score = new Float64Array(size);
  const from = new Int32Array(size).fill(-1);
  const [least, most] = [Math.max(1, Math.round(period / 2)), Math.round(2 * period)];
  const costs = Float64Array.from({ length: most + 1 }, (_, gap) =>
    gap === 0 ? 0 : TIGHTNESS * Math.log(gap / period) ** 2,
  );
  const floor = 0.01 * curve.reduce((top, value) => Math.max(top, value), 0);
  let isBefore = true;
  for (let at = 0; at < size; at++) {
    let best = Number.NEGATIVE_INFINITY;
    let bestAt = -1;
    for (let gap = least; gap <= most; gap++) {
      if (gap > at) break;
      const value = (score[at - gap] ?? 0) - (costs[gap] ?? 0);
      if (value > best) [best, bestAt] = [value, at - gap];
    }
    score[at] = (curve[at] ?? 0) + (bestAt < 0 ? 0 : best);
    // Beats begin with the first onset and not in the silence before it.
    if (isBefore && (curve[at] ?? 0) < floor) continue;
    isBefore = false;
    from[at] = bestAt;
  }
  return backwards(score, from, period).map((at) => refined(curve, at));
}

/** From the best of the last frames back to the first beat. */
function backwards(score: Float64Array, from: Int32Array, period: number): readonly number[] {
  let at = score.length - 1;
  for (let one = Math.max(0, Math.floor(score.length - period)); one < score.length; one++) {
    if ((score[one] ?? 0) > (score[at] ?? 0)) at = one;
  }
  const beats: number[] = [];
  for (; at >= 0; at = from[at] ?? -1) beats.push(at);
  return beats.toReversed();
}

function refined(curve: Float64Array, at: number): number {
  const [left, middle, right] = [curve[at - 1] ?? 0, curve[at] ?? 0, curve[at + 1] ?? 0];
  return middle > left && middle > right ? at + peakOffset(left, middle, right) : at;
}
