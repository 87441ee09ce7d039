import { cosineTransform, type Grey, hexOf } from "./grey.ts";
import { medianOf } from "../statistics.ts";

const SIDE = 64;
const FREQUENCIES = 16;
/** Passes of the box filter. Two passes make a tent filter. */
const PASSES = 2;
const QUALITY_DIVISOR = 90;

export interface PdqHash {
  /** 64 hexadecimal digits. */
  readonly hash: string;
  /** 0 to 100: how distinctive the picture is. */
  readonly quality: number;
}

/**
 * Returns PDQ, a 256-bit perceptual hash. The luma is smoothed by a tent filter and reduced to 64 × 64. The 16 × 16 lowest
 * frequencies of its cosine transform, without the mean, are compared with their median. Source: Facebook (2019), "The
 * TMK+PDQF Video-Hashing Algorithm and the PDQ Image-Hashing Algorithm", sections 3 to 5.
 */
export function pdqHash(grey: Grey): PdqHash {
  const small = shrink(grey);
  const low = cosineTransform(small, 1, FREQUENCIES);
  const median = medianOf(low);
  // Bit 0, the lowest frequency, is written last.
  return { hash: hexOf(low.map((value) => value > median).toReversed()), quality: qualityOf(small) };
}

function shrink({ width, height, values }: Grey): Grey {
  let smooth = values;
  for (let pass = 0; pass < PASSES; pass++) {
    smooth = boxFilter(smooth, { lines: height, length: width, step: 1, lineStep: width });
    smooth = boxFilter(smooth, { lines: width, length: height, step: width, lineStep: 1 });
  }
  const small = new Float64Array(SIDE * SIDE);
  for (let row = 0; row < SIDE; row++) {
    const from = Math.floor(((row + 0.5) * height) / SIDE);
    for (let column = 0; column < SIDE; column++) {
      small[row * SIDE + column] = smooth[from * width + Math.floor(((column + 0.5) * width) / SIDE)] ?? 0;
    }
  }
  return { width: SIDE, height: SIDE, values: small };
}

/** Returns the mean of a window around each value of each line. At the ends the window is smaller. */
function boxFilter(
  values: Float64Array,
  { lines, length, step, lineStep }: { lines: number; length: number; step: number; lineStep: number },
): Float64Array {
  const window = Math.max(1, Math.floor((length + 2 * SIDE - 1) / (2 * SIDE)));
  const after = (window + 2) >> 1;
  const before = window - after + 1;
  const filtered = new Float64Array(values.length);
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep;
    let sum = 0;
    let count = 0;
    let next = 0;
    for (let at = 0; at < length; at++) {
      for (; next < Math.min(length, at + after); next++, count++) sum += values[start + next * step] ?? 0;
      const left = at - before;
      if (left >= 0) {
        sum -= values[start + left * step] ?? 0;
        count--;
      }
      filtered[start + at * step] = sum / count;
    }
  }
  return filtered;
}

/** Returns the sum of differences between neighbours. The hash of a flat picture has a low quality, because it is not distinctive. */
function qualityOf({ values }: Grey): number {
  let sum = 0;
  const add = (one: number, other: number): void => {
    sum += Math.abs(Math.trunc((((values[one] ?? 0) - (values[other] ?? 0)) * 100) / 255));
  };
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const at = row * SIDE + column;
      if (row + 1 < SIDE) add(at, at + SIDE);
      if (column + 1 < SIDE) add(at, at + 1);
    }
  }
  return Math.min(100, Math.floor(sum / QUALITY_DIVISOR));
}
