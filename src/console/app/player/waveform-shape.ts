/** The height of the drawing; its middle is silence. */
export const SHAPE_HEIGHT = 100;
/** A quieter file is not drawn as if it was loud. */
const PEAK_MIN = 24;
/** Silence is a thin line. */
const HALF_MIN = 0.8;

/**
 * Returns the path of an SVG that is as wide as there are pairs: the outline of the pairs `low, high`, scaled so that the
 * loudest reaches the edge.
 */
export function waveformShape(peaks: readonly number[]): string {
  const highest = peaks.reduce((most, value) => Math.max(most, Math.abs(value)), PEAK_MIN);
  const middle = SHAPE_HEIGHT / 2;
  const heightOf = (value: number): number => Math.max(HALF_MIN, (Math.abs(value) / highest) * (middle - 2));
  const above: string[] = [];
  const below: string[] = [];
  for (let pair = 0; pair * 2 + 1 < peaks.length; pair += 1) {
    const low = heightOf(Math.min(0, peaks[pair * 2] ?? 0));
    const high = heightOf(Math.max(0, peaks[pair * 2 + 1] ?? 0));
    above.push(`${pair} ${(middle - high).toFixed(1)}`);
    below.unshift(`${pair} ${(middle + low).toFixed(1)}`);
  }
  return above.length === 0 ? "" : `M${above.join("L")}L${below.join("L")}Z`;
}
