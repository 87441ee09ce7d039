import type { LabPicture } from "./lab.ts";
import { blurred } from "./blur.ts";
import { clamp, deviationOf } from "./statistics.ts";

/** Slope of lightness per pixel (Sobel) from which a pixel is an edge. Visible edges exceed it, film grain does not. */
const SLOPE_MIN = 6;
/** Keeps the noise of a uniform wall from counting as texture. */
const FLOOR = 6;

/** Returns the share of pixels on an edge. */
export function edgeDensityOf({ lightness, width, height }: LabPicture): number {
  if (width < 3 || height < 3) return 0;
  const at = (row: number, column: number): number => lightness[row * width + column] ?? 0;
  let edges = 0;
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const across =
        at(row - 1, column + 1) +
        2 * at(row, column + 1) +
        at(row + 1, column + 1) -
        at(row - 1, column - 1) -
        2 * at(row, column - 1) -
        at(row + 1, column - 1);
      const down =
        at(row + 1, column - 1) +
        2 * at(row + 1, column) +
        at(row + 1, column + 1) -
        at(row - 1, column - 1) -
        2 * at(row - 1, column) -
        at(row - 1, column + 1);
      if (across * across + down * down > (8 * SLOPE_MIN) ** 2) edges++;
    }
  }
  return edges / ((width - 2) * (height - 2));
}

/** Returns the share of the variation in lightness that a blur of five pixels removes. */
export function textureOf(picture: LabPicture): number {
  const smooth = blurred(picture.lightness, picture.width, picture.height, 2);
  const detail = picture.lightness.map((value, at) => value - (smooth[at] ?? 0));
  return clamp(deviationOf(detail) / (deviationOf(picture.lightness) + FLOOR));
}
