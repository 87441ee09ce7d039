import { colourFeatures } from "./colour-features.ts";
import { toLab } from "./lab.ts";
import { orientationFeatures } from "./orientation-features.ts";
import { type Pixels, resize } from "./pixels.ts";
import { textureFeatures } from "./texture-features.ts";

/** Every picture is looked at as a square of this size, whatever its shape: zones mean the same in each. */
const SIDE = 128;

/**
 * What the learned heads see: `colour` first, then `shape`. Zones left and right of the middle are taken together, so
 * that a picture and its mirror image are one; all else being equal that is also what a head would have to learn.
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
