import { colourFeatures } from "./colour-features.ts";
import { toLab } from "./lab.ts";
import { orientationFeatures } from "./orientation-features.ts";
import { type Pixels, resize } from "./pixels.ts";
import { textureFeatures } from "./texture-features.ts";

/** Side of the square to which every picture is scaled, in pixels, so that zones of different pictures are comparable. */
const SIDE = 128;

/**
 * The input of the learned heads: `colour` first, then `shape`. Each zone is combined with its mirror image, so that a
 * picture and its mirror image have the same features and the heads do not have to learn this.
 */
export interface Features {
  readonly colour: Float32Array;
  readonly shape: Float32Array;
}

export function featuresOf(pixels: Pixels): Features {
  const picture = toLab(resize(pixels, SIDE, SIDE));
  return {
    colour: Float32Array.from(colourFeatures(picture)),
    shape: Float32Array.from([...orientationFeatures(picture), ...textureFeatures(picture)]),
  };
}
