import { blurred } from "./blur.ts";
import type { LabPicture } from "./lab.ts";

const BANDS = 4;
const RADII = [1, 2, 4, 8, 16] as const;
const STEPS = [1, 2, 4] as const;

/** Ring of eight neighbours, in order round the pixel from above to the right. */
const RING = [
  [-1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
] as const;

/** Neighbours in an even sky differ by less than this, of lightness. */
const NOISE = 0.8;

/**
 * Energy of detail from fine to coarse, and local binary patterns in bands from top to bottom: the uniform ones (Ojala
 * 2002), each counted with its mirror image. Patterns tell walls from leaves and water, and how they stand (CENTRIST, Wu
 * and Rehg 2011).
 */
export function textureFeatures(picture: LabPicture): number[] {
  const bins = patternBins();
  return [...bandEnergies(picture), ...STEPS.flatMap((step) => patterns(picture, step, bins))];
}

function bandEnergies({ lightness, width, height }: LabPicture): number[] {
  const features: number[] = [];
  let finer = lightness;
  for (const radius of RADII) {
    const smooth = blurred(lightness, width, height, radius);
    const sums = new Float64Array(BANDS);
    const peaks = new Float64Array(BANDS);
    for (let at = 0; at < lightness.length; at++) {
      const band = Math.floor((at * BANDS) / lightness.length);
      const detail = Math.abs((finer[at] ?? 0) - (smooth[at] ?? 0));
      sums[band] = (sums[band] ?? 0) + detail;
      peaks[band] = (peaks[band] ?? 0) + detail * detail;
    }
    const size = lightness.length / BANDS;
    for (let band = 0; band < BANDS; band++) {
      const mean = (sums[band] ?? 0) / size;
      const root = Math.sqrt((peaks[band] ?? 0) / size);
      // How strong, and how scattered: leaves are everywhere, the edge of a roof is in one place.
      features.push(Math.log(mean + 0.2), mean / (root + 0.2));
    }
    finer = smooth;
  }
  return features;
}

/** Where each of the 256 patterns is counted: a uniform one with its mirror image, all others together. */
function patternBins(): Uint8Array {
  const binOf = new Map<number, number>();
  return Uint8Array.from({ length: 256 }, (_, pattern) => {
    if (changesIn(pattern) > 2) return 0;
    const key = Math.min(pattern, mirrorOf(pattern));
    const bin = binOf.get(key) ?? binOf.size + 1;
    binOf.set(key, bin);
    return bin;
  });
}

function changesIn(pattern: number): number {
  const turned = ((pattern << 1) | (pattern >> 7)) & 255;
  return turned
    .toString(2)
    .padStart(8, "0")
    .split("")
    .filter((bit, at) => bit !== pattern.toString(2).padStart(8, "0")[at]).length;
}

/** Place 0 is above, 4 below; the places right and left of the line between them change sides. */
function mirrorOf(pattern: number): number {
  let mirrored = 0;
  for (let place = 0; place < 8; place++) if (((pattern >> place) & 1) === 1) mirrored |= 1 << ((8 - place) % 8);
  return mirrored;
}

function patterns({ lightness, width, height }: LabPicture, step: number, bins: Uint8Array): number[] {
  const count = Math.max(...bins) + 1;
  const sums = new Float64Array(BANDS * count);
  const offsets = RING.map(([down, across]) => (down * width + across) * step);
  for (let row = step; row < height - step; row++) {
    const start = Math.floor((row * BANDS) / height) * count;
    for (let column = step; column < width - step; column++) {
      const at = row * width + column;
      const limit = (lightness[at] ?? 0) + NOISE;
      let pattern = 0;
      for (let place = 0; place < 8; place++) {
        if ((lightness[at + (offsets[place] ?? 0)] ?? 0) > limit) pattern |= 1 << place;
      }
      const to = start + (bins[pattern] ?? 0);
      sums[to] = (sums[to] ?? 0) + 1;
    }
  }
  const size = ((width - 2 * step) * (height - 2 * step)) / BANDS;
  return Array.from(sums, (sum) => Math.sqrt(sum / size));
}
