import { cosineTransform, type Grey, hexOf, medianOf } from "./grey.ts";

const LOW = 8;

/**
 * The 64-bit hash of the 8 × 8 lowest frequencies of a 32 × 32 picture, each against their median. After N. Krawetz,
 * "Looks Like It" (The Hacker Factor Blog, 2011), with the median for the mean, as the widespread implementations do;
 * `first` 0 takes the mean brightness along, 1 leaves it out (C. Zauner, "Implementation and Benchmarking of Perceptual
 * Image Hash Functions", 2010).
 */
export function cosineHash(grey: Grey, first: 0 | 1): string {
  const low = cosineTransform(grey, first, LOW);
  const median = medianOf(low);
  return hexOf(low.map((value) => value > median));
}

/** Of a 9 × 8 picture: whether it grows brighter to the right, place by place. N. Krawetz, "Kind of Like That" (2013). */
export function differenceHash({ width, height, values }: Grey): string {
  const bits: boolean[] = [];
  for (let row = 0; row < height; row++) {
    for (let column = 1; column < width; column++) {
      bits.push((values[row * width + column] ?? 0) > (values[row * width + column - 1] ?? 0));
    }
  }
  return hexOf(bits);
}

/** Of an 8 × 8 picture: whether a place is brighter than the mean. N. Krawetz, "Looks Like It" (2011). */
export function averageHash({ values }: Grey): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return hexOf([...values].map((value) => value > mean));
}
