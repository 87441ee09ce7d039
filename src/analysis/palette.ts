import type { PictureAnalysis } from "../../schema/wire/analysis.ts";
import { makeColourNamer } from "./colour-names.ts";
import { hexOf, type Lab, type LabPicture } from "./lab.ts";
import { rounded } from "./statistics.ts";

type Palette = PictureAnalysis["palette"];

const COLOURS_MAX = 6;
const SHARE_MIN = 0.03;

/** Sides of the CIELAB boxes in which similar pixels are counted together. */
const BOX = { lightness: 5, colour: 5 } as const;

/** Colours that are closer than this (CIE76) look the same. */
const DISTANCE_MIN = 13;

interface Box {
  readonly colour: Lab;
  readonly count: number;
}

/**
 * Returns the main colours, largest first: one round of k-means in CIELAB that starts from the pixels of each colour name.
 * This start hardly changes when a picture is encoded again. The usual starts (random, or the farthest point) give a
 * different palette for each of the eight orientations of one photo.
 */
export function paletteOf(picture: LabPicture): Palette {
  const total = picture.lightness.length;
  const nameOf = makeColourNamer();
  const boxes = countBoxes(picture);
  const centres = chooseStarts(
    gather(boxes, ({ colour }) => nameOf(colour)),
    total,
  );
  const clusters = gather(boxes, ({ colour }) => String(nearest(centres, colour)));
  const named = new Map<string, Box>();
  for (const box of clusters) {
    const name = nameOf(box.colour);
    const known = named.get(name);
    // If two clusters have the same name, the colour is that of the larger one.
    named.set(name, { colour: known?.colour ?? box.colour, count: box.count + (known?.count ?? 0) });
  }
  return [...named]
    .map(([name, { colour, count }]) => ({ name, hex: hexOf(colour), share: rounded(count / total) }))
    .toSorted((one, other) => other.share - one.share || (one.hex < other.hex ? -1 : 1));
}

/** Chooses the largest candidates that are large enough and distinct from every larger one. */
function chooseStarts(candidates: readonly Box[], total: number): Box[] {
  const starts: Box[] = [];
  for (const candidate of candidates) {
    if (starts.length === COLOURS_MAX || (starts.length > 0 && candidate.count < SHARE_MIN * total)) break;
    if (starts.every((start) => distance(start.colour, candidate.colour) >= DISTANCE_MIN)) starts.push(candidate);
  }
  return starts;
}

/** Combines the boxes with the same key, the largest first. */
function gather(boxes: readonly Box[], keyOf: (box: Box) => string): Box[] {
  const sums = new Map<string, { count: number; lightness: number; a: number; b: number }>();
  for (const box of boxes) {
    const key = keyOf(box);
    const sum = sums.get(key) ?? { count: 0, lightness: 0, a: 0, b: 0 };
    sum.count += box.count;
    sum.lightness += box.count * box.colour[0];
    sum.a += box.count * box.colour[1];
    sum.b += box.count * box.colour[2];
    sums.set(key, sum);
  }
  return [...sums.values()].map(meanOfBox).toSorted((one, other) => other.count - one.count);
}

function meanOfBox(sum: { count: number; lightness: number; a: number; b: number }): Box {
  return { colour: [sum.lightness / sum.count, sum.a / sum.count, sum.b / sum.count], count: sum.count };
}

/** Groups similar pixels into boxes. A box has the number and the mean colour of its pixels. */
function countBoxes({ lightness, a, b }: LabPicture): Box[] {
  const sums = new Map<number, { count: number; lightness: number; a: number; b: number }>();
  for (let at = 0; at < lightness.length; at++) {
    const one = [lightness[at] ?? 0, a[at] ?? 0, b[at] ?? 0] as const;
    const key =
      (Math.floor(one[0] / BOX.lightness) * 64 + Math.floor(one[1] / BOX.colour) + 32) * 64 +
      Math.floor(one[2] / BOX.colour) +
      32;
    const sum = sums.get(key) ?? { count: 0, lightness: 0, a: 0, b: 0 };
    sum.count++;
    sum.lightness += one[0];
    sum.a += one[1];
    sum.b += one[2];
    sums.set(key, sum);
  }
  // Sorted by key and not by first occurrence, so that a mirror image has the same palette.
  return [...sums].toSorted(([one], [other]) => one - other).map(([, sum]) => meanOfBox(sum));
}

function nearest(centres: readonly Box[], colour: Lab): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, centre] of centres.entries()) {
    const away = distance(centre.colour, colour);
    if (away >= least) continue;
    least = away;
    best = index;
  }
  return best;
}

function distance(one: Lab, other: Lab): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}
