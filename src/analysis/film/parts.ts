/** Maximum number of points of a curve. */
const PARTS_MAX = 60;
const SECONDS_MIN = 2;

/** Returns the number of equal parts for a film's curves. A part has at least two seconds, unless the film is shorter. */
export function partCountOf(duration: number): number {
  return Math.min(PARTS_MAX, Math.max(1, Math.floor(duration / SECONDS_MIN)));
}

export interface Timed {
  /** Seconds. */
  readonly at: number;
  readonly value: number;
}

/** Returns the mean of the values in each part. A part without values takes the mean of the nearest one, or 0. */
export function meansByPart(values: readonly Timed[], duration: number, partCount: number): readonly number[] {
  const sums = Array.from({ length: partCount }, () => ({ sum: 0, count: 0 }));
  for (const { at, value } of values) {
    const part = sums[partOf(at, duration, partCount)];
    if (part === undefined) continue;
    part.sum += value;
    part.count++;
  }
  const means = sums.map(({ sum, count }) => (count === 0 ? null : sum / count));
  return means.map((mean, part) => mean ?? nearest(means, part) ?? 0);
}

/** Returns the number of times in each part. */
export function countsByPart(times: readonly number[], duration: number, partCount: number): readonly number[] {
  const counts = Array.from({ length: partCount }, () => 0);
  for (const at of times) {
    const part = partOf(at, duration, partCount);
    counts[part] = (counts[part] ?? 0) + 1;
  }
  return counts;
}

function partOf(at: number, duration: number, partCount: number): number {
  return Math.min(partCount - 1, Math.max(0, Math.floor((at / duration) * partCount)));
}

function nearest(means: readonly (number | null)[], part: number): number | null {
  for (let away = 1; away < means.length; away++) {
    const found = means[part - away] ?? means[part + away] ?? null;
    if (found !== null) return found;
  }
  return null;
}
