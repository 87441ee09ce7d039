import type { Pixels } from "./pixels.ts";

/**
 * Returns the share of pixels with a skin tone, light to dark: a range of Cb and Cr (Chai and Ngan, 1999), limited to
 * red > green > blue. Sand, wood and low sun match, too, so this is only a hint that people are present.
 */
export function skinShareOf({ data }: Pixels): number {
  let skin = 0;
  for (let at = 0; at < data.length; at += 3) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    if (red < 50 || red - green < 12 || green < blue) continue;
    const cb = 128 - 0.168736 * red - 0.331264 * green + 0.5 * blue;
    const cr = 128 + 0.5 * red - 0.418688 * green - 0.081312 * blue;
    if (cb >= 77 && cb <= 127 && cr >= 133 && cr <= 173) skin++;
  }
  return data.length === 0 ? 0 : skin / (data.length / 3);
}
