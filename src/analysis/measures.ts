import type { PictureAnalysis } from "../../schema/wire/analysis.ts";
import { type Brightness, brightnessOf } from "./brightness.ts";
import { colourfulnessOf } from "./colourfulness.ts";
import { contrastOf } from "./contrast.ts";
import { edgeDensityOf } from "./edges.ts";
import { toLab } from "./lab.ts";
import { paletteOf } from "./palette.ts";
import { fitWithin, type Pixels } from "./pixels.ts";
import { saturationOf } from "./saturation.ts";
import { skinShareOf } from "./skin.ts";
import { symmetryOf } from "./symmetry.ts";
import { textureOf } from "./texture.ts";
import { warmthOf } from "./warmth.ts";

/** One size for all, or edges and texture would tell how large the upload was. */
const SIDE = 192;

/** What a picture measures: facts, where the learned heads only guess. */
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
