const LEVELS = 6;
/** Added to every channel, so that dark pixels, which are mostly noise, count as grey. */
const DARKNESS = 8;

/** Returns a histogram of the red and green ratios of a picture. It does not depend on the light. */
export function colourShares(data: Uint8Array): Float32Array {
  const shares = new Float32Array(LEVELS * LEVELS);
  const pixels = data.length / 3;
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    const sum = red + green + blue + 3 * DARKNESS;
    const bin = level((red + DARKNESS) / sum) * LEVELS + level((green + DARKNESS) / sum);
    shares[bin] = (shares[bin] ?? 0) + 1 / pixels;
  }
  return shares;
}

/** Returns 0 for equal histograms, 1 for disjoint ones. */
export function colourDistance(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, share, bin) => sum + Math.abs(share - (other[bin] ?? 0)), 0) / 2;
}

/** Returns the bin of a ratio. Bins are finest around a third, where most ratios are. */
function level(ratio: number): number {
  return Math.min(LEVELS - 1, Math.max(0, Math.floor(ratio * 2 * LEVELS) - 1));
}
