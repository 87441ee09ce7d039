import { blurred } from "./blur.ts";
import type { LabPicture } from "./lab.ts";

const BANDS = 4;
const RADII = [1, 2, 4, 8, 16] as const;
const STEPS = [1, 2, 4] as const;

/** The eight neighbours of a pixel as [rows, columns], clockwise from the one above. */
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

/** Difference in lightness that neighbours in a uniform sky do not reach. */
const NOISE = 0.8;

/**
 * Returns the energy of detail from fine to coarse, and uniform local binary patterns (Ojala 2002) in bands from top to
 * bottom, each counted with its mirror image. Patterns distinguish walls, leaves and water and their layout (CENTRIST,
 * Wu and Rehg 2011).
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
      // Strength and spread: leaves are everywhere, the edge of a roof is in one place.
      features.push(Math.log(mean + 0.2), mean / (root + 0.2));
    }
    finer = smooth;
  }
  return features;
}

/** Returns the bin of each of the 256 patterns. A uniform pattern shares its bin with its mirror image; all others share bin 0. */
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
  const rotated = ((pattern << 1) | (pattern >> 7)) & 255;
  return rotated
    .toString(2)
    .padStart(8, "0")
    .split("")
    .filter((bit, at) => bit !== pattern.toString(2).padStart(8, "0")[at]).length;
}

/** Mirrors a pattern: neighbours 0 (above) and 4 (below) stay, the others change sides. */
function mirrorOf(pattern: number): number {
  let mirrored = 0;
  for (let bit = 0; bit < 8; bit++) if (((pattern >> bit) & 1) === 1) mirrored |= 1 << ((8 - bit) % 8);
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
      for (let bit = 0; bit < 8; bit++) {
        if ((lightness[at + (offsets[bit] ?? 0)] ?? 0) > limit) pattern |= 1 << bit;
      }
      const to = start + (bins[pattern] ?? 0);
      sums[to] = (sums[to] ?? 0) + 1;
    }
  }
  const size = ((width - 2 * step) * (height - 2 * step)) / BANDS;
  return Array.from(sums, (sum) => Math.sqrt(sum / size));
}
