import type { FilmAnalysis, PictureAnalysis, Guess } from "../../schema/wire/analysis.ts";

export const UNSURE: Guess = { value: "unsure", confidence: 0.4 };

export function sure(value: string, confidence = 0.9): Guess {
  return { value, confidence };
}

/** Creates a palette whose colours have their hex codes as names. */
export function colours(...given: readonly (readonly [hex: string, share: number])[]): PictureAnalysis["palette"] {
  return given.map(([hex, share]) => ({ name: hex, hex, share }));
}

/** The analysis of a picture of medium brightness, in which only the given values are certain. */
export function picture(given: Partial<PictureAnalysis> = {}): PictureAnalysis {
  return { kind: "image", ...PLAIN, ...given };
}

/** The analysis of a silent film of 90 seconds at a medium pace, in which only the given values are certain. */
export function film(given: Partial<FilmAnalysis> = {}): FilmAnalysis {
  return {
    kind: "video",
    ...PLAIN,
    duration: 90,
    pace: 0.5,
    motion: 4,
    camera: UNSURE,
    cuts: 15,
    cuts_per_minute: 10,
    cut_curve: [10, 10, 10, 10, 10, 10],
    flicker: 0.02,
    brightness_curve: [0.45, 0.45, 0.45, 0.45, 0.45, 0.45],
    warmth_curve: [0, 0, 0, 0, 0, 0],
    energy_curve: { shape: "varies", peak_at: null, values: [0.4, 0.4, 0.4, 0.4, 0.4, 0.4] },
    sound: null,
    ...given,
  };
}

const PLAIN = {
  words: [],
  time_of_day: UNSURE,
  weather: UNSURE,
  setting: UNSURE,
  scenes: [],
  brightness: 0.46,
  brightness_spread: 0.5,
  contrast: 0.45,
  saturation: 0.2,
  colourfulness: 0.25,
  warmth: 0,
  edge_density: 0.12,
  texture: 0.4,
  symmetry: 0.5,
  skin_share: 0,
  palette: [],
  valence: 0,
  arousal: 0,
  energy: 0.4,
};
