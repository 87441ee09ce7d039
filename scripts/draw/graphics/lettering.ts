import type { Random } from "../../lib/random.ts";

/** A box in the coordinates of the drawing. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Strokes in a unit square from which invented letters are made. No font is used, so every machine draws the same. */
const STROKES = [
  "M0 1V0",
  "M0 0H1",
  "M0 1H1",
  "M0 .5H.9",
  "M1 0V1",
  "M0 0L1 1",
  "M1 0L0 1",
  "M0 .5A.5 .5 0 1 1 1 .5A.5 .5 0 1 1 0 .5",
  "M0 .6A.4 .4 0 1 1 .8 .6A.4 .4 0 1 1 0 .6",
  "M0 .3A.5 .3 0 0 1 1 .3",
  "M0 .7A.5 .3 0 0 0 1 .7",
  "M.5 0V1",
];
const LETTERS_MAX = 9;

/** Draws words of invented letters in a line that begins at `x` and ends before `x + width`. */
export function lineOfWords(random: Random, box: Box, colour: string, weight: number): string {
  const size = box.height;
  const parts: string[] = [];
  for (let x = box.x; x < box.x + box.width - size; x += size * 0.5) {
    const letters = 2 + Math.floor(random() * LETTERS_MAX);
    for (let letter = 0; letter < letters && x < box.x + box.width - size * 0.6; letter++, x += size * 0.72) {
      const strokes = Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(random, STROKES)).join("");
      const low = letter === 0 || random() < 0.3 ? 0 : 0.3;
      parts.push(
        `<path d="${strokes}" transform="translate(${short(x)} ${short(box.y + low * size)}) scale(${short(size * 0.52)} ${short(size * (1 - low))})"/>`,
      );
    }
  }
  return `<g fill="none" stroke="${colour}" stroke-width="${weight}">${parts.join("")}</g>`;
}

/** Draws lines of words from the top of a box to its end. The last line of a paragraph is shorter. */
export function paragraph(random: Random, box: Box, size: number, colour: string): string {
  const lines = Math.max(1, Math.floor(box.height / (size * 1.7)));
  return Array.from({ length: lines }, (_, line) => {
    const width = box.width * (line === lines - 1 ? 0.3 + 0.5 * random() : 0.85 + 0.15 * random());
    return lineOfWords(random, { x: box.x, y: box.y + line * size * 1.7, width, height: size }, colour, 0.16);
  }).join("");
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}

/** Rounds a coordinate, so that the drawing does not depend on the last digits of a number. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
