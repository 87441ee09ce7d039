import type { Guesses } from "./heads.ts";
import type { Measures } from "./measures.ts";

const WORDS_MAX = 12;
const COLOURS_MAX = 3;
const COLOUR_SHARE_MIN = 0.12;

/** Words for light, colours and shapes. The console has them in other languages. */
export const LOOK_WORDS = [
  "very dark",
  "dark",
  "bright",
  "lights in the dark",
  "high contrast",
  "soft contrast",
  "lamplight",
  "dark interior",
  "black and white",
  "colourful",
  "muted colours",
  "warm colours",
  "cold colours",
  "busy",
  "plain",
  "symmetrical",
] as const;
type LookWord = (typeof LOOK_WORDS)[number];

/** Words for guessed values. Other values are used as they are. */
export const GUESS_WORDS: Readonly<Record<string, string>> = {
  cloudy: "cloudy sky",
  sunshine: "sunshine",
  sunrise: "low sun",
  indoor: "indoors",
  open: "open country",
  town: "small town",
  texture: "close-up of a surface",
  graphic: "slide or graphic",
};

/** Values that are not worth a word. */
const SILENT: ReadonlySet<string> = new Set(["unsure", "none", "place"]);

/** Colours without hue. They are named only if a picture has no others. */
const NEUTRAL = new Set(["black", "dark grey", "grey", "light grey", "white"]);

interface RatedWord<Word extends string = string> {
  readonly word: Word;
  /** 0 to 1, to sort by. */
  readonly certainty: number;
}

/** Describes a picture in plain words, the most certain first. */
export function wordsOf(measures: Measures, guesses: Guesses): string[] {
  const words = [
    ...lightWords(measures),
    ...lampWords(measures, guesses),
    ...colourWords(measures),
    ...shapeWords(measures),
    ...guessWords(guesses),
  ];
  const sorted = words.toSorted((one, other) => other.certainty - one.certainty);
  return [...new Set(sorted.map(({ word }) => word))].slice(0, WORDS_MAX);
}

function lightWords({ brightness, contrast }: Measures): RatedWord<LookWord>[] {
  return [
    ...below("very dark", brightness.mean, 0.14),
    ...(brightness.mean < 0.14 ? [] : below("dark", brightness.mean, 0.32)),
    ...above("bright", brightness.mean, 0.68),
    ...(brightness.mean < 0.3 && brightness.lights > 0.65 ? [rated("lights in the dark", 0.85)] : []),
    ...above("high contrast", contrast, 0.56),
    ...below("soft contrast", contrast, 0.24),
  ];
}

/** A dark room is not a night. */
function lampWords({ brightness, warmth }: Measures, { setting }: Guesses): RatedWord<LookWord>[] {
  if (setting.value !== "indoors" || brightness.mean >= 0.4) return [];
  if (warmth > 0.2 && brightness.lights > 0.5) return [rated("lamplight", setting.confidence)];
  return below("dark interior", brightness.mean, 0.28);
}

function colourWords({ saturation, colourfulness, warmth, palette }: Measures): RatedWord[] {
  // Both conditions: a night has hardly any chroma, but its lamps are colourful.
  if (saturation < 0.02 && colourfulness < 0.03) return [rated("black and white", 0.95)];
  const hues = palette.filter(({ name, share }) => !NEUTRAL.has(name) && share >= COLOUR_SHARE_MIN);
  const shown = hues.length > 0 ? hues.slice(0, COLOURS_MAX) : palette.slice(0, 1);
  return [
    ...shown.map(({ name, share }) => ({ word: name, certainty: 0.6 + 0.3 * share })),
    ...above("colourful", colourfulness, 0.55),
    ...below("muted colours", colourfulness, 0.16),
    ...above("warm colours", warmth, 0.3),
    ...above("cold colours", -warmth, 0.22),
  ];
}

function shapeWords({ edgeDensity, symmetry }: Measures): RatedWord<LookWord>[] {
  return [
    ...above("busy", edgeDensity, 0.42),
    ...below("plain", edgeDensity, 0.06),
    ...above("symmetrical", symmetry, 0.85),
  ];
}

/** A place is described by its scene, a picture of something else by its subject. */
function guessWords({ subject, timeOfDay, weather, setting, scenes }: Guesses): RatedWord[] {
  return [subject, timeOfDay, weather, setting, ...scenes]
    .filter(({ value, confidence }) => !SILENT.has(value) && confidence >= 0.5)
    .map(({ value, confidence }) => ({ word: GUESS_WORDS[value] ?? value, certainty: confidence }));
}

function rated(word: LookWord, certainty: number): RatedWord<LookWord> {
  return { word, certainty };
}

/** The certainty is 0.7 at the limit and grows with the distance from it. */
function above(word: LookWord, value: number, limit: number): RatedWord<LookWord>[] {
  return value < limit ? [] : [rated(word, Math.min(0.98, 0.7 + (value - limit)))];
}

function below(word: LookWord, value: number, limit: number): RatedWord<LookWord>[] {
  return value > limit ? [] : [rated(word, Math.min(0.98, 0.7 + (limit - value)))];
}
