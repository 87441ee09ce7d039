export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at] ?? 0;
  return values.length === 0 ? 0 : sum / values.length;
}

/** Returns the standard deviation. */
export function deviationOf(values: ArrayLike<number>, mean = meanOf(values)): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += ((values[at] ?? 0) - mean) ** 2;
  return values.length === 0 ? 0 : Math.sqrt(sum / values.length);
}

/** Returns the middle value, or the mean of the two middle values; 0 without values. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[sorted.length / 2 - 1] ?? 0)) / 2;
}

/** @param sorted in ascending order. @param share 0 gives the first value, 1 the last. */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export function clamp(value: number, lowest = 0, highest = 1): number {
  return Math.min(highest, Math.max(lowest, value));
}

/** Rounds to three decimals. More would be noise and could differ between machines. */
export function rounded(value: number): number {
  // Adding zero turns -0 into 0.
  return Math.round(value * 1000) / 1000 + 0;
}
