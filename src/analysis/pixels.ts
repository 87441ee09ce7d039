import { assert } from "../lib/assert.ts";

/** An upright sRGB picture: red, green and blue with one byte each, row by row. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const CHANNELS = 3;

/** Returns the luma (ITU-R BT.601) of the pixel whose red byte is at index `at`. */
export function lumaAt(data: Uint8Array, at: number): number {
  return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
}

/** Scales a picture down to `side` pixels, keeping the aspect ratio. Never enlarges. The result has at least one pixel. */
export function fitWithin(pixels: Pixels, side: number): Pixels {
  const scale = side / Math.max(pixels.width, pixels.height);
  if (scale >= 1) return pixels;
  const shrunk = (length: number): number => Math.max(1, Math.round(length * scale));
  return resize(pixels, shrunk(pixels.width), shrunk(pixels.height));
}

/** Scales a picture by the mean of the area that each new pixel covers. The result is the same on every machine. */
export function resize(pixels: Pixels, width: number, height: number): Pixels {
  assert(pixels.data.length === pixels.width * pixels.height * CHANNELS, "three bytes to a pixel");
  const across = coverage(pixels.width, width);
  const down = coverage(pixels.height, height);
  const narrow = new Float64Array(width * pixels.height * CHANNELS);
  // Loops by index: an iterator over pairs doubles the time.
  for (let row = 0, to = 0; row < pixels.height; row++) {
    const from = row * pixels.width * CHANNELS;
    for (const { first, shares } of across) {
      let [red, green, blue] = [0, 0, 0];
      for (let step = 0, at = from + first * CHANNELS; step < shares.length; step++, at += CHANNELS) {
        const share = shares[step] ?? 0;
        red += share * (pixels.data[at] ?? 0);
        green += share * (pixels.data[at + 1] ?? 0);
        blue += share * (pixels.data[at + 2] ?? 0);
      }
      narrow[to++] = red;
      narrow[to++] = green;
      narrow[to++] = blue;
    }
  }
  const data = new Uint8Array(width * height * CHANNELS);
  const stride = width * CHANNELS;
  for (const [row, { first, shares }] of down.entries()) {
    for (let at = 0; at < stride; at++) {
      let sum = 0;
      for (let step = 0; step < shares.length; step++) {
        sum += (shares[step] ?? 0) * (narrow[(first + step) * stride + at] ?? 0);
      }
      data[row * stride + at] = Math.round(sum);
    }
  }
  return { data, width, height };
}

interface Coverage {
  readonly first: number;
  readonly shares: readonly number[];
}

/** Returns, for each new pixel, the old pixels that it covers and their shares. The shares of a pixel sum to 1. */
function coverage(before: number, after: number): Coverage[] {
  const step = before / after;
  return Array.from({ length: after }, (_, position) => {
    const from = position * step;
    const to = Math.min(before, from + step);
    const first = Math.min(before - 1, Math.floor(from));
    const last = Math.max(first, Math.ceil(to) - 1);
    const shares = Array.from({ length: last - first + 1 }, (_one, index) => {
      const old = first + index;
      return Math.max(0, Math.min(to, old + 1) - Math.max(from, old)) / step;
    });
    return { first, shares };
  });
}
