import type { LabPicture } from "./lab.ts";

/** A slope of lightness a pixel, after Sobel: what an eye takes for an edge, and film grain does not reach. */
const SLOPE_MIN = 6;

/** Share of pixels on an edge, at the working size. */
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
