import type { LabPicture } from "./lab.ts";
import { blurred } from "./blur.ts";
import { meanOf, quantileOf } from "./statistics.ts";

const LAYOUT = { rows: 6, columns: 4 } as const;
const BANDS = 3;
const HUES = 12;
const LIGHTS = 10;
const CHROMAS = [3, 8, 16, 28, 45] as const;
const QUANTILES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99] as const;

const ROWS = 16;
const LIGHT_STEPS = 4;
const COLOUR_LIMITS = [-14, -4, 4, 14, 30] as const;
const COLOUR_STEPS = COLOUR_LIMITS.length + 1;
const LAMP_RADIUS = 8;
const LAMP_STEPS = [10, 25, 45] as const;
/** Means and ratios of lightness after the lamps. */
const LIGHT_RATIOS = 7;

/** Below this chroma, hue is noise. */
const CHROMA_MIN = 6;

/** Returns colour features: means by zone, and histograms of hue, lightness and chroma in three bands from top to bottom. */
export function colourFeatures(picture: LabPicture): number[] {
  return [
    ...layout(picture),
    ...rowProfile(picture),
    ...histograms(picture),
    ...colourBoxes(picture),
    ...quantiles(picture),
    ...lamps(picture),
  ];
}

/**
 * Whether each colour feature depends on lightness only, in the order of `colourFeatures`. All others are constant in a
 * picture without colour, and say "no colour" instead of what the picture shows.
 */
export function isToneFeature(): boolean[] {
  const run = (isTone: boolean, count: number): boolean[] => Array<boolean>(count).fill(isTone);
  const zones = (LAYOUT.rows * LAYOUT.columns) / 2;
  const boxes = LIGHT_STEPS * COLOUR_STEPS * COLOUR_STEPS;
  return [
    ...Array.from({ length: zones }, () => [true, false, false, false, true, false]).flat(),
    ...run(true, ROWS),
    ...run(false, 2 * ROWS),
    ...Array.from({ length: BANDS }, () => [
      ...run(false, HUES * 2),
      ...run(true, LIGHTS),
      ...run(false, CHROMAS.length + 1),
    ]).flat(),
    ...run(false, 2 * boxes),
    ...run(true, QUANTILES.length),
    ...run(false, 2 * QUANTILES.length),
    ...run(true, BANDS * LAMP_STEPS.length + LIGHT_RATIOS),
  ];
}

function layout({ lightness, a, b, width, height }: LabPicture): number[] {
  const zones = mirroredZones(width, height, LAYOUT.rows, LAYOUT.columns);
  const count = (LAYOUT.rows * LAYOUT.columns) / 2;
  const size = lightness.length / count;
  const sums = new Float64Array(count * 6);
  for (let at = 0; at < lightness.length; at++) {
    const to = (zones[at] ?? 0) * 6;
    const [l, red, yellow] = [(lightness[at] ?? 0) / 100, (a[at] ?? 0) / 50, (b[at] ?? 0) / 50];
    const chroma = Math.sqrt(red * red + yellow * yellow);
    add(sums, to, l);
    add(sums, to + 1, red);
    add(sums, to + 2, yellow);
    add(sums, to + 3, chroma);
    add(sums, to + 4, l * l);
    add(sums, to + 5, chroma * chroma);
  }
  const features: number[] = [];
  for (let zone = 0; zone < count; zone++) {
    const means = sums.subarray(zone * 6, zone * 6 + 6).map((sum) => sum / size);
    const [l = 0, red = 0, yellow = 0, chroma = 0, squares = 0, chromaSquares = 0] = means;
    features.push(l, red, yellow, chroma);
    features.push(Math.sqrt(Math.max(0, squares - l * l)), Math.sqrt(Math.max(0, chromaSquares - chroma * chroma)));
  }
  return features;
}

/**
 * Divides a picture into `rows` by `columns` zones and combines each zone with its mirror image. `columns` must be even.
 * @returns the zone of each pixel, from 0 to `rows * columns / 2 - 1`.
 */
function mirroredZones(width: number, height: number, rows: number, columns: number): Uint16Array {
  const zones = new Uint16Array(width * height);
  for (let row = 0; row < height; row++) {
    const zoneRow = Math.floor((row * rows) / height);
    for (let column = 0; column < width; column++) {
      const zoneColumn = Math.floor((column * columns) / width);
      zones[row * width + column] = zoneRow * (columns / 2) + Math.min(zoneColumn, columns - 1 - zoneColumn);
    }
  }
  return zones;
}

/** Lightness and colour from top to bottom: the horizon, and what is above and below it. */
function rowProfile({ lightness, a, b }: LabPicture): number[] {
  const size = lightness.length / ROWS;
  return [lightness, a, b].flatMap((plane) =>
    Array.from({ length: ROWS }, (_, row) => meanOf(plane.subarray(row * size, (row + 1) * size)) / 50),
  );
}

/** Shares of colours in the upper and the lower half, in CIELAB boxes that are small where most colours are. */
function colourBoxes({ lightness, a, b }: LabPicture): number[] {
  const boxes = LIGHT_STEPS * COLOUR_STEPS * COLOUR_STEPS;
  const sums = new Float64Array(boxes * 2);
  const step = (value: number): number => {
    const index = COLOUR_LIMITS.findIndex((limit) => value < limit);
    return index < 0 ? COLOUR_LIMITS.length : index;
  };
  for (let at = 0; at < lightness.length; at++) {
    const light = Math.min(LIGHT_STEPS - 1, Math.floor(((lightness[at] ?? 0) / 100) * LIGHT_STEPS));
    const box = (light * COLOUR_STEPS + step(a[at] ?? 0)) * COLOUR_STEPS + step(b[at] ?? 0);
    add(sums, (2 * at < lightness.length ? 0 : boxes) + box, 1);
  }
  return Array.from(sums, (sum) => Math.sqrt((2 * sum) / lightness.length));
}

/** Lights relative to their dark surroundings, and the sky relative to the brightest pixels: signs of night at any exposure. */
function lamps({ lightness, width, height }: LabPicture): number[] {
  const surroundings = blurred(lightness, width, height, LAMP_RADIUS);
  const bands = new Float64Array(BANDS * LAMP_STEPS.length);
  for (let at = 0; at < lightness.length; at++) {
    const band = Math.floor((at * BANDS) / lightness.length);
    const above = (lightness[at] ?? 0) - (surroundings[at] ?? 0);
    for (const [index, step] of LAMP_STEPS.entries()) {
      if (above > step) add(bands, band * LAMP_STEPS.length + index, BANDS / lightness.length);
    }
  }
  const sorted = lightness.toSorted();
  const brightest = quantileOf(sorted, 0.98) + 1;
  const third = Math.floor(lightness.length / BANDS);
  const sky = meanOf(lightness.subarray(0, third));
  const ground = meanOf(lightness.subarray(2 * third));
  return [
    ...Array.from(bands, (share) => Math.sqrt(share)),
    Math.log(meanOf(lightness) + 2),
    Math.log(quantileOf(sorted, 0.5) + 2),
    Math.log(sky + 2),
    Math.log((sky + 2) / (ground + 2)),
    Math.log((sky + 2) / brightest),
    Math.log((quantileOf(sorted, 0.5) + 2) / brightest),
    Math.log((quantileOf(sorted, 0.1) + 2) / brightest),
  ];
}

/** Square roots of shares, so that a small patch of colour (a lamp, a red coat) counts more than its area. */
function histograms({ lightness, a, b }: LabPicture): number[] {
  const bins = HUES * 2 + LIGHTS + CHROMAS.length + 1;
  const sums = new Float64Array(bins * BANDS);
  const band = lightness.length / BANDS;
  for (let at = 0; at < lightness.length; at++) {
    const start = Math.min(BANDS - 1, Math.floor(at / band)) * bins;
    const l = lightness[at] ?? 0;
    const chroma = Math.sqrt((a[at] ?? 0) ** 2 + (b[at] ?? 0) ** 2);
    if (chroma >= CHROMA_MIN) {
      const turn = Math.atan2(b[at] ?? 0, a[at] ?? 0) / (2 * Math.PI) + 0.5;
      const position = turn * HUES;
      const low = Math.floor(position) % HUES;
      const dark = l < 45 ? HUES : 0;
      const share = position - Math.floor(position);
      add(sums, start + dark + low, 1 - share);
      add(sums, start + dark + ((low + 1) % HUES), share);
    }
    add(sums, start + HUES * 2 + Math.min(LIGHTS - 1, Math.floor((l / 100) * LIGHTS)), 1);
    const step = CHROMAS.findIndex((limit) => chroma < limit);
    add(sums, start + HUES * 2 + LIGHTS + (step < 0 ? CHROMAS.length : step), 1);
  }
  return Array.from(sums, (sum) => Math.sqrt((sum * BANDS) / lightness.length));
}

function quantiles({ lightness, a, b }: LabPicture): number[] {
  const planes = [lightness, a, b].map((plane) => plane.toSorted());
  return planes.flatMap((plane) => QUANTILES.map((share) => quantileOf(plane, share) / 100));
}

function add(sums: Float64Array, at: number, value: number): void {
  sums[at] = (sums[at] ?? 0) + value;
}
