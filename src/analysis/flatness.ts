import { lumaAt, type Pixels } from "./pixels.ts";

/** What distinguishes drawn pictures (slides, charts, title cards) from photographs. Each is a share from 0 to 1. */
export interface Flatness {
  /** Pixels that differ from their right and lower neighbour by at most `FLAT_MAX` levels in each channel. */
  readonly flat: number;
  /** Pixels with one of the `COMMON` most common colours. */
  readonly common: number;
  /** Steps among the pixels that are not flat: a large difference with a flat pixel at its side. */
  readonly steps: number;
}

/** Levels of 255. JPEG noise around an edge is larger, noise in a plain area smaller. */
const FLAT_MAX = 2;
const COMMON = 6;
/** Colours are counted in boxes of 16 levels per channel. */
const BOX_BITS = 4;
const STEP_MIN = 40;

export function flatnessOf({ data, width, height }: Pixels): Flatness {
  const count = width * height;
  const isFlat = new Uint8Array(count);
  const boxes = new Uint32Array(1 << (3 * BOX_BITS));
  const shift = 8 - BOX_BITS;
  let flat = 0;
  for (let pixel = 0; pixel < count; pixel++) {
    const at = pixel * 3;
    const right = pixel % width === width - 1 ? at : at + 3;
    const below = pixel >= count - width ? at : at + 3 * width;
    let largest = 0;
    let box = 0;
    for (let channel = 0; channel < 3; channel++) {
      const value = data[at + channel] ?? 0;
      largest = Math.max(
        largest,
        Math.abs(value - (data[right + channel] ?? 0)),
        Math.abs(value - (data[below + channel] ?? 0)),
      );
      box = (box << BOX_BITS) | (value >> shift);
    }
    boxes[box] = (boxes[box] ?? 0) + 1;
    if (largest > FLAT_MAX) continue;
    isFlat[pixel] = 1;
    flat++;
  }
  const common = boxes
    .toSorted()
    .subarray(-COMMON)
    .reduce((sum, one) => sum + one, 0);
  return { flat: flat / count, common: common / count, steps: stepsOf({ data, width, height }, isFlat, count - flat) };
}

/** Counts pixels from which the lightness jumps within two pixels to or from a flat one. */
function stepsOf({ data, width }: Pixels, isFlat: Uint8Array, uneven: number): number {
  if (uneven === 0) return 0;
  let steps = 0;
  for (let pixel = 0; pixel < isFlat.length - 2; pixel++) {
    if (isFlat[pixel] === 1 || pixel % width >= width - 2) continue;
    const jump = Math.abs(lumaAt(data, pixel * 3) - lumaAt(data, pixel * 3 + 6));
    if (jump >= STEP_MIN && (isFlat[pixel - 1] === 1 || isFlat[pixel + 2] === 1)) steps++;
  }
  return steps / uneven;
}
