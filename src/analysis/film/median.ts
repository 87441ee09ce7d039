/** The middle one, the mean of the middle two; 0 of none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Between two values by their mean in proportion; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}
