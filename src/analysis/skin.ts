import type { Pixels } from "./pixels.ts";

/**
 * Share of pixels in the tones of skin, light to dark: a band of Cb and Cr (Chai and Ngan, 1999), narrowed to red over
 * green over blue. Sand, wood and low sun are in it too: no more than a hint that people are near.
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
