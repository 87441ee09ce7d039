import { blurred } from "./blur.ts";
import type { LabPicture } from "./lab.ts";

/** The brightest place is found after this blur, in pixels: a sun is larger than a lamp. */
const SPOT_RADIUS = 3;
/** Steps per unit of lightness that still differ: smaller differences are rounding. */
const SPOT_STEPS = 10;
/** Outer radii of the rings around it, in pixels. */
const RINGS = [4, 9, 16, 26, 40] as const;
/** Lightness of overexposed and of nearly overexposed pixels. */
const GLARES = [90, 97] as const;
/** Pixels within this distance of the brightest place belong to it. */
const NEAR = 12;

/**
 * Returns features of the sun. A sun in the picture is one overexposed disc with an even halo; bright clouds are scattered and
 * uneven. Gives the height and lightness of the brightest place, lightness and unevenness in rings around it, and how much of
 * the glare is near it.
 */
export function sunFeatures({ lightness, width, height }: LabPicture): number[] {
  const spots = blurred(lightness, width, height, SPOT_RADIUS);
  const brightest = brightestOf(spots, width);
  const [row, column] = [Math.floor(brightest / width), brightest % width];
  const rings = RINGS.map(() => ({ sum: 0, squares: 0, count: 0 }));
  const glares = GLARES.map(() => ({ all: 0, near: 0 }));
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const value = lightness[at] ?? 0;
      const distance = Math.sqrt((y - row) ** 2 + (x - column) ** 2);
      const ring = rings[RINGS.findIndex((radius) => distance < radius)];
      if (ring !== undefined) {
        ring.sum += value;
        ring.squares += value * value;
        ring.count++;
      }
      for (const [index, limit] of GLARES.entries()) {
        const glare = glares[index];
        if (glare === undefined || value < limit) continue;
        glare.all++;
        if (distance < NEAR) glare.near++;
      }
    }
  }
  const means = rings.map(({ sum, count }) => sum / Math.max(1, count));
  return [
    row / height,
    (spots[brightest] ?? 0) / 100,
    ...means.map((mean) => mean / 100),
    ...means.slice(1).map((mean, index) => ((means[index] ?? 0) - mean) / 20),
    ...rings.map(
      ({ squares, count }, index) =>
        Math.sqrt(Math.max(0, squares / Math.max(1, count) - (means[index] ?? 0) ** 2)) / 20,
    ),
    ...glares.flatMap(({ all, near }) => [Math.sqrt(all / lightness.length), all === 0 ? 0 : near / all]),
  ];
}

/** Of equally bright places, returns the one nearest to the middle column, and of these the highest: the same in a mirror image. */
function brightestOf(spots: Float32Array, width: number): number {
  let [best, most, away] = [0, -1, 0];
  for (const [at, spot] of spots.entries()) {
    const value = Math.round(spot * SPOT_STEPS);
    if (value < most) continue;
    const aside = Math.abs((at % width) - (width - 1) / 2);
    if (value > most || aside < away) [best, most, away] = [at, value, aside];
  }
  return best;
}
