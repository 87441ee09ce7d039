import type { LabPicture } from "./lab.ts";
import { blurred } from "./blur.ts";
import { clamp, meanOf } from "./statistics.ts";

/** Compares the left half with the right half, after a blur of a twelfth of the width. 1 means a mirror image or a uniform area. */
export function symmetryOf(picture: LabPicture): number {
  const { width, height } = picture;
  const plane = blurred(picture.lightness, width, height, Math.max(1, Math.round(width / 24)));
  const mean = meanOf(plane);
  let difference = 0;
  let total = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const left = plane[row * width + column] ?? 0;
      const right = plane[row * width + width - 1 - column] ?? 0;
      difference += Math.abs(left - right);
      total += Math.abs(left - mean) + Math.abs(right - mean);
    }
  }
  return total < plane.length / 100 ? 1 : clamp(1 - difference / total);
}
