import { colourFeatures } from "./colour-features.ts";
import { type Flatness, flatnessOf } from "./flatness.ts";
import { toLab } from "./lab.ts";
import { orientationFeatures } from "./orientation-features.ts";
import { type Pixels, resize } from "./pixels.ts";
import { sunFeatures } from "./sun-features.ts";
import { textureFeatures } from "./texture-features.ts";

/** Side of the square to which every picture is scaled, in pixels, so that zones of different pictures are comparable. */
const SIDE = 128;

/** Difference between the channels of a pixel that still counts as grey, of 255: JPEG and scans add a little colour. */
const GREY_MAX = 12;
const COLOURED_SHARE_MAX = 0.01;

/**
 * The input of the learned heads: `colour` first, then `shape`. Each zone is combined with its mirror image, so that a
 * picture and its mirror image have the same features and the heads do not have to learn this.
 */
export interface Features {
  readonly colour: Float32Array;
  readonly shape: Float32Array;
  /** A black-and-white picture: only tone and structure are used. */
  readonly isColourless: boolean;
}

export function featuresOf(pixels: Pixels, flatness: Flatness = flatnessOf(pixels)): Features {
  const small = resize(pixels, SIDE, SIDE);
  const picture = toLab(small);
  return {
    colour: Float32Array.from(colourFeatures(picture)),
    shape: Float32Array.from([
      ...orientationFeatures(picture),
      ...textureFeatures(picture),
      ...flatnessFeatures(flatness),
      ...sunFeatures(picture),
    ]),
    isColourless: isColourless(small),
  };
}

/** Bends allow a linear head to ignore a plain sky and to react to a slide. */
function flatnessFeatures({ flat, common, steps }: Flatness): number[] {
  return [flat, Math.max(0, flat - 0.5), Math.max(0, flat - 0.7), common, Math.max(0, common - 0.8), Math.sqrt(steps)];
}

/** A night with a few coloured lamps is not colourless. */
function isColourless({ data }: Pixels): boolean {
  let coloured = 0;
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > GREY_MAX) coloured++;
  }
  return coloured * 3 <= COLOURED_SHARE_MAX * data.length;
}
