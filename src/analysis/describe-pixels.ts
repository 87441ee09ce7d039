import type { PictureAnalysis } from "../../schema/wire/analysis.ts";
import { doubted } from "./doubt.ts";
import { guess } from "./heads.ts";
import { type Measures, measure } from "./measures.ts";
import type { Pixels } from "./pixels.ts";
import { clamp, rounded } from "./statistics.ts";
import { wordsOf } from "./words.ts";

/** What is seen in the pixels of a picture, or of one frame of a film. Pure: the same pixels give the same analysis. */
export function describePixels(pixels: Pixels): PictureAnalysis {
  const measures = measure(pixels);
  const guesses = doubted(guess(pixels), measures);
  return {
    kind: "image",
    words: wordsOf(measures, guesses),
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
    palette: measures.palette,
    valence: guesses.valence,
    arousal: guesses.arousal,
    energy: rounded(energyOf(measures)),
  };
}

/** How much is going on in a still: contrast, colour and detail, each against what is much of it. */
function energyOf({ contrast, colourfulness, edgeDensity }: Measures): number {
  return clamp(0.4 * clamp(contrast / 0.8) + 0.35 * clamp(colourfulness / 0.7) + 0.25 * clamp(edgeDensity / 0.5));
}
