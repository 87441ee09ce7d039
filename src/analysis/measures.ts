import type { PictureAnalysis } from "../../schema/wire/analysis.ts";
import { type Brightness, brightnessOf, contrastOf } from "./brightness.ts";
import { colourfulnessOf, saturationOf } from "./colourfulness.ts";
import { edgeDensityOf, textureOf } from "./detail.ts";
import { toLab } from "./lab.ts";
import { paletteOf } from "./palette.ts";
import { fitWithin, type Pixels } from "./pixels.ts";
import { skinShareOf } from "./skin.ts";
import { symmetryOf } from "./symmetry.ts";
import { warmthOf } from "./warmth.ts";

/** Pixels. All pictures are measured at this size, so that edges and texture do not depend on the size of the upload. */
const SIDE = 192;

/** Measurements of a picture. They are facts, unlike the guesses of the learned heads. */
export interface Measures {
  readonly brightness: Brightness;
  readonly contrast: number;
  readonly saturation: number;
  readonly colourfulness: number;
  readonly warmth: number;
  readonly edgeDensity: number;
  readonly texture: number;
  readonly symmetry: number;
  readonly skinShare: number;
  readonly palette: PictureAnalysis["palette"];
}

export function measure(pixels: Pixels): Measures {
  const small = fitWithin(pixels, SIDE);
  const lab = toLab(small);
  return {
    brightness: brightnessOf(lab),
    contrast: contrastOf(lab),
    saturation: saturationOf(lab),
    colourfulness: colourfulnessOf(small),
    warmth: warmthOf(lab),
    edgeDensity: edgeDensityOf(lab),
    texture: textureOf(lab),
    symmetry: symmetryOf(lab),
    skinShare: skinShareOf(small),
    palette: paletteOf(lab),
  };
}
