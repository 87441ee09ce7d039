/** Curves have at most so many points. */
const PARTS_MAX = 60;
const SECONDS_MIN = 2;

/** Into how many equal parts a film is divided for its curves: of two seconds at least. */
export function partCountOf(duration: number): number {
  return Math.min(PARTS_MAX, Math.max(1, Math.floor(duration / SECONDS_MIN)));
}

export interface Timed {
  /** Seconds. */
  readonly at: number;
  readonly value: number;
}

/** The mean of what lies in each part; a part without anything takes the nearest that has something, else 0. */
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

/** How many lie in each part. */
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
