import { join } from "node:path";
import type Sharp from "sharp";
import { decodePicture } from "../../src/analysis/decode-picture.ts";
import { featuresOf } from "../../src/analysis/features.ts";
import type { Pixels } from "../../src/analysis/pixels.ts";
import type { LabelledPicture } from "./labelled-pictures.ts";
import { type Random, randomFrom } from "../lib/random.ts";
import { drawnGraphic } from "./drawn-graphics.ts";
import { VARIANTS, vary } from "./vary.ts";

/** Features of every picture and its variants. Variant `v` of picture `p` is row `p * VARIANTS + v`. */
export interface Samples {
  readonly pictures: readonly LabelledPicture[];
  readonly rows: Float32Array;
  readonly width: number;
  /** Per row: 1 for a picture without colour. */
  readonly colourless: Uint8Array;
}

const SEED = 20_260_101;

/** Decodes or draws the pictures, in their order. The same pictures give the same samples. */
export async function takeSamples(
  sharp: typeof Sharp,
  folder: string,
  pictures: readonly LabelledPicture[],
  onProgress: (done: number) => void,
): Promise<Samples> {
  const random = randomFrom(SEED);
  const colourless = new Uint8Array(pictures.length * VARIANTS);
  let rows = new Float32Array();
  let width = 0;
  for (const [index, picture] of pictures.entries()) {
    const pixels = await pixelsOf(sharp, folder, picture, random);
    for (const [variant, changed] of vary(pixels, random).entries()) {
      const { colour, shape, isColourless } = featuresOf(changed);
      if (width === 0) {
        width = colour.length + shape.length;
        rows = new Float32Array(pictures.length * VARIANTS * width);
      }
      const row = index * VARIANTS + variant;
      rows.set(colour, row * width);
      rows.set(shape, row * width + colour.length);
      colourless[row] = isColourless ? 1 : 0;
    }
    onProgress(index + 1);
  }
  return { pictures, rows, width, colourless };
}

function pixelsOf(sharp: typeof Sharp, folder: string, picture: LabelledPicture, random: Random): Promise<Pixels> {
  return picture.subject === null ? decodePicture(sharp, join(folder, picture.file)) : drawnGraphic(sharp, random);
}
