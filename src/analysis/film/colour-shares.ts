const LEVELS = 6;
/** Keeps the ratios of dark pixels, which are mostly noise, near grey. */
const DARKNESS = 8;

/** Which hues are how common in a picture, whatever the light: shares of the pixels by their red and green parts. */
export function colourShares(data: Uint8Array): Float32Array {
  const shares = new Float32Array(LEVELS * LEVELS);
  const pixels = data.length / 3;
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    const sum = red + green + blue + 3 * DARKNESS;
    const place = level((red + DARKNESS) / sum) * LEVELS + level((green + DARKNESS) / sum);
    shares[place] = (shares[place] ?? 0) + 1 / pixels;
  }
  return shares;
}

/** 0 for the same, 1 for nothing in common. */
export function colourDistance(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, share, place) => sum + Math.abs(share - (other[place] ?? 0)), 0) / 2;
}

/** Parts about a third, where nearly all of them lie, are told apart best. */
function level(part: number): number {
  return Math.min(LEVELS - 1, Math.max(0, Math.floor(part * 2 * LEVELS) - 1));
}
