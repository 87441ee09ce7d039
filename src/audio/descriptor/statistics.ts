/** Returns the mean; 0 for no values. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at] ?? 0;
  return values.length === 0 ? 0 : sum / values.length;
}

/** Returns the standard deviation; 0 for no values. */
export function deviationOf(values: ArrayLike<number>): number {
  const mean = meanOf(values);
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += ((values[at] ?? 0) - mean) ** 2;
  return values.length === 0 ? 0 : Math.sqrt(sum / values.length);
}

/** Returns the value below which a share of the values are; 0 for no values. */
export function quantileOf(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Returns one number for each column of rows of equal length. */
export function columnsOf(
  rows: readonly ArrayLike<number>[],
  summarise: (column: Float64Array) => number,
): readonly number[] {
  const column = new Float64Array(rows.length);
  return Array.from({ length: rows[0]?.length ?? 0 }, (_, at) => {
    rows.forEach((row, index) => {
      column[index] = row[at] ?? 0;
    });
    return summarise(column);
  });
}

/** Returns the mean and the standard deviation. */
export function spreadOf(values: ArrayLike<number>): readonly [mean: number, deviation: number] {
  return [meanOf(values), deviationOf(values)];
}
