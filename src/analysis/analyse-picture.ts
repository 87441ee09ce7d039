import type Sharp from "sharp";
import type { PictureAnalysis } from "../../schema/wire/analysis.ts";
import { decodePicture } from "./decode-picture.ts";
import { checkGuesses } from "./check-guesses.ts";
import { isCutOut } from "./cut-out.ts";
import { featuresOf } from "./features.ts";
import { flatnessOf } from "./flatness.ts";
import { guess } from "./heads.ts";
import { type Measures, measure } from "./measures.ts";
import type { Pixels } from "./pixels.ts";
import { clamp, rounded } from "./statistics.ts";
import { wordsOf } from "./words.ts";

/**
 * Analyses an uploaded picture. Call it in a child process: see decodePicture.
 * @param sharp from `NativeParts.loadSharp`.
 * @throws PictureUnreadable, with a sentence for the asset's `error`.
 */
export async function analysePicture(sharp: typeof Sharp, path: string): Promise<PictureAnalysis> {
  return describePixels(await decodePicture(sharp, path));
}

/** Analyses the pixels of a picture, or of one frame of a film. Pure: the same pixels give the same analysis. */
export function describePixels(pixels: Pixels): PictureAnalysis {
  const measures = measure(pixels);
  const flatness = flatnessOf(pixels);
  const guesses = checkGuesses(guess(featuresOf(pixels, flatness)), measures, isCutOut(pixels));
  return {
    kind: "image",
    words: wordsOf(measures, guesses),
    subject: guesses.subject,
    time_of_day: guesses.timeOfDay,
    weather: guesses.weather,
    setting: guesses.setting,
    scenes: [...guesses.scenes],
    brightness: rounded(measures.brightness.mean),
    brightness_spread: rounded(measures.brightness.spread),
    contrast: rounded(measures.contrast),
    saturation: rounded(measures.saturation),
    colourfulness: rounded(measures.colourfulness),
    warmth: rounded(measures.warmth),
    edge_density: rounded(measures.edgeDensity),
    texture: rounded(measures.texture),
    symmetry: rounded(measures.symmetry),
    skin_share: rounded(measures.skinShare),
    flat_share: rounded(flatness.flat),
    palette: measures.palette,
    valence: guesses.valence,
    arousal: guesses.arousal,
    energy: rounded(energyOf(measures)),
  };
}

/** Returns the visual energy of a still: contrast, colour and detail, each relative to a high value. */
function energyOf({ contrast, colourfulness, edgeDensity }: Measures): number {
  return clamp(0.4 * clamp(contrast / 0.8) + 0.35 * clamp(colourfulness / 0.7) + 0.25 * clamp(edgeDensity / 0.5));
}
