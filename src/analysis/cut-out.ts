import type { Pixels } from "./pixels.ts";

/** Least value of each channel of a white pixel, of 255. JPEG and scans make white a little darker. */
const WHITE_MIN = 243;
/** Shares of the pixels that are white, of the entire picture and of its border. Snow and a bright sky reach one of them at most. */
const WHITE_SHARE_MIN = 0.4;
const BORDER_SHARE_MIN = 0.7;
/** Width of the border, as a share of the longer side. */
const BORDER = 1 / 32;

/**
 * Whether a picture shows a thing or a person in front of plain white, like a product in a shop. Such a picture shows neither
 * where nor when it was taken.
 */
export function isCutOut({ data, width, height }: Pixels): boolean {
  const border = Math.max(1, Math.round(Math.max(width, height) * BORDER));
  let [white, whiteAtBorder, atBorder] = [0, 0, 0];
  for (let row = 0, at = 0; row < height; row++) {
    const isEdgeRow = row < border || row >= height - border;
    for (let column = 0; column < width; column++, at += 3) {
      const isWhite = Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) >= WHITE_MIN;
      if (isWhite) white++;
      if (!isEdgeRow && column >= border && column < width - border) continue;
      atBorder++;
      if (isWhite) whiteAtBorder++;
    }
  }
  return white >= WHITE_SHARE_MIN * width * height && whiteAtBorder >= BORDER_SHARE_MIN * atBorder;
}
