import { join } from "node:path";
import type Sharp from "sharp";
import { decodePicture } from "../../src/analysis/decode-picture.ts";
import { featuresOf } from "../../src/analysis/features.ts";
import type { LabelledPicture } from "./labelled-pictures.ts";
import { randomFrom } from "../lib/random.ts";
import { VARIANTS, vary } from "./vary.ts";

/** Features of every picture and its variants. Variant `v` of picture `p` is row `p * VARIANTS + v`. */
export interface Samples {
  readonly pictures: readonly LabelledPicture[];
  readonly rows: Float32Array;
  readonly width: number;
}

const SEED = 20_260_101;

export async function takeSamples(
  sharp: typeof Sharp,
  folder: string,
  pictures: readonly LabelledPicture[],
  onProgress: (done: number) => void,
): Promise<Samples> {
  const random = randomFrom(SEED);
  let rows = new Float32Array();
  let width = 0;
  for (const [index, picture] of pictures.entries()) {
    const pixels = await decodePicture(sharp, join(folder, picture.file));
    for (const [variant, changed] of vary(pixels, random).entries()) {
      const { colour, shape } = featuresOf(changed);
      if (width === 0) {
        width = colour.length + shape.length;
        rows = new Float32Array(pictures.length * VARIANTS * width);
      }
      const start = (index * VARIANTS + variant) * width;
      rows.set(colour, start);
      rows.set(shape, start + colour.length);
    }
    onProgress(index + 1);
  }
  return { pictures, rows, width };
}
