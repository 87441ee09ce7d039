/** An onset is compared with half a second on each side. */
export const LOCAL_SECONDS = 0.5;

/** Returns the curve above its local mean, in its standard deviations; all zero for a flat curve. */
export function onsetCurve(values: ArrayLike<number>, rate: number): Float64Array {
  const above = aboveLocalMean(values, Math.round(LOCAL_SECONDS * rate));
  const mean = above.reduce((sum, value) => sum + value, 0) / Math.max(1, above.length);
  const variance = above.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, above.length);
  const deviation = Math.sqrt(variance);
  return deviation < 1e-9 ? above.fill(0) : above.map((value) => value / deviation);
}

/** The curve above the mean of `reach` values on each side. */
export function aboveLocalMean(onsets: ArrayLike<number>, reach: number): Float64Array {
  const sums = new Float64Array(onsets.length + 1);
  for (let at = 0; at < onsets.length; at++) sums[at + 1] = (sums[at] ?? 0) + (onsets[at] ?? 0);
  return Float64Array.from({ length: onsets.length }, (_, at) => {
    const from = Math.max(0, at - reach);
    const to = Math.min(onsets.length, at + reach + 1);
    return Math.max(0, (onsets[at] ?? 0) - ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from));
  });
}
