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
export function sunFeatures(picture: LabPicture): number[] {
  const { lightness, width, height } = picture;
  const spots = blurred(lightness, width, height, SPOT_RADIUS);
  const brightest = brightestOf(spots, width);
  const [row, column] = [Math.floor(brightest / width), brightest % width];
  const rings = ringsAround(picture, row, column);
  const glares = GLARES.map((limit) => glareAround(picture, row, column, limit));
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

/** Sums of lightness in a ring, and of its squares. */
interface Ring {
  sum: number;
  squares: number;
  count: number;
}

function ringsAround({ lightness, width, height }: LabPicture, row: number, column: number): readonly Ring[] {
  const rings: readonly Ring[] = RINGS.map(() => ({ sum: 0, squares: 0, count: 0 }));
  const farthest = RINGS[RINGS.length - 1] ?? 0;
  const [left, right] = [Math.max(0, column - farthest), Math.min(width - 1, column + farthest)];
  const last = Math.min(height - 1, row + farthest);
  for (let y = Math.max(0, row - farthest); y <= last; y++) {
    for (let x = left; x <= right; x++) {
      const squared = (y - row) ** 2 + (x - column) ** 2;
      let index = 0;
      while (squared >= (RINGS[index] ?? Infinity) ** 2) index++;
      const ring = rings[index];
      if (ring === undefined) continue;
      const value = lightness[y * width + x] ?? 0;
      ring.sum += value;
      ring.squares += value * value;
      ring.count++;
    }
  }
  return rings;
}

/** Returns how many pixels are at least as light as the limit, and how many of them are near the brightest place. */
function glareAround({ lightness, width }: LabPicture, row: number, column: number, limit: number) {
  let [all, near] = [0, 0];
  for (let at = 0; at < lightness.length; at++) {
    if ((lightness[at] ?? 0) < limit) continue;
    all++;
    if ((Math.floor(at / width) - row) ** 2 + ((at % width) - column) ** 2 < NEAR * NEAR) near++;
  }
  return { all, near };
}

/** Of equally bright places, returns the one nearest to the middle column, and of these the highest: the same in a mirror image. */
function brightestOf(spots: Float32Array, width: number): number {
  let [best, most, away] = [0, -1, 0];
  for (let at = 0; at < spots.length; at++) {
    const value = Math.round((spots[at] ?? 0) * SPOT_STEPS);
    if (value < most) continue;
    const aside = Math.abs((at % width) - (width - 1) / 2);
    if (value > most || aside < away) [best, most, away] = [at, value, aside];
  }
  return best;
}
