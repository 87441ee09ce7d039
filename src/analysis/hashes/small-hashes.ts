import { cosineTransform, type Grey, hexOf } from "./grey.ts";
import { medianOf } from "../statistics.ts";

const LOW = 8;

/**
 * Returns a 64-bit hash: the 8 × 8 lowest frequencies of a 32 × 32 picture, compared with their median. After N. Krawetz,
 * "Looks Like It" (The Hacker Factor Blog, 2011), but with the median instead of the mean, like common implementations.
 * `first` 0 includes the mean brightness, 1 excludes it (C. Zauner, "Implementation and Benchmarking of Perceptual Image
 * Hash Functions", 2010).
 */
export function cosineHash(grey: Grey, first: 0 | 1): string {
  const low = cosineTransform(grey, first, LOW);
  const median = medianOf(low);
  return hexOf(low.map((value) => value > median));
}

/** Returns, for a 9 × 8 picture, whether each pixel is brighter than its left neighbour. N. Krawetz, "Kind of Like That" (2013). */
export function differenceHash({ width, height, values }: Grey): string {
  const bits: boolean[] = [];
  for (let row = 0; row < height; row++) {
    for (let column = 1; column < width; column++) {
      bits.push((values[row * width + column] ?? 0) > (values[row * width + column - 1] ?? 0));
    }
  }
  return hexOf(bits);
}

/** Returns, for an 8 × 8 picture, whether each pixel is brighter than the mean. N. Krawetz, "Looks Like It" (2011). */
export function averageHash({ values }: Grey): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return hexOf([...values].map((value) => value > mean));
}
