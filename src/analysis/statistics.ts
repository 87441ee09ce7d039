export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at] ?? 0;
  return values.length === 0 ? 0 : sum / values.length;
}

/** Root mean square about the mean. */
export function deviationOf(values: ArrayLike<number>, mean = meanOf(values)): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += ((values[at] ?? 0) - mean) ** 2;
  return values.length === 0 ? 0 : Math.sqrt(sum / values.length);
}

/** @param sorted ascending. @param share 0 is the first, 1 the last. */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export function clamp(value: number, lowest = 0, highest = 1): number {
  return Math.min(highest, Math.max(lowest, value));
}

/** Three decimals: more would be noise, and would differ between machines. */
export function rounded(value: number): number {
  // Adding zero makes one of the two zeros of the other.
  return Math.round(value * 1000) / 1000 + 0;
}
