import type { Guesses } from "./heads.ts";
import type { Measures } from "./measures.ts";

const WORDS_MAX = 12;
const COLOURS_MAX = 3;
const COLOUR_SHARE_MIN = 0.12;

/** How a guess is said; the name of a value that is not here is its word. */
const SAID: Readonly<Record<string, string>> = {
  cloudy: "cloudy sky",
  sunshine: "sunshine",
  sunrise: "low sun",
  indoor: "indoors",
  open: "open country",
  town: "small town",
};

/** No hue: said only where a picture has nothing else. */
const NEUTRAL = new Set(["black", "dark grey", "grey", "light grey", "white"]);

interface Said {
  readonly word: string;
  /** 0 to 1, to put the surest first. */
  readonly sureness: number;
}

/** What was seen in plain words, the surest first. */
export function wordsOf(measures: Measures, guesses: Guesses): string[] {
  const said = [...lightWords(measures), ...colourWords(measures), ...shapeWords(measures), ...guessWords(guesses)];
  const surest = said.toSorted((one, other) => other.sureness - one.sureness);
  return [...new Set(surest.map(({ word }) => word))].slice(0, WORDS_MAX);
}

function lightWords({ brightness, contrast }: Measures): Said[] {
  return [
    ...below("very dark", brightness.mean, 0.14),
    ...(brightness.mean < 0.14 ? [] : below("dark", brightness.mean, 0.32)),
    ...above("bright", brightness.mean, 0.68),
    ...(brightness.mean < 0.3 && brightness.lights > 0.65 ? [{ word: "lights in the dark", sureness: 0.85 }] : []),
    ...above("high contrast", contrast, 0.56),
    ...below("soft contrast", contrast, 0.24),
  ];
}

function colourWords({ saturation, colourfulness, warmth, palette }: Measures): Said[] {
  // Both: a night is nearly without chroma, but its few lamps are not.
  if (saturation < 0.02 && colourfulness < 0.03) return [{ word: "black and white", sureness: 0.95 }];
  const hues = palette.filter(({ name, share }) => !NEUTRAL.has(name) && share >= COLOUR_SHARE_MIN);
  const shown = hues.length > 0 ? hues.slice(0, COLOURS_MAX) : palette.slice(0, 1);
  return [
    ...shown.map(({ name, share }) => ({ word: name, sureness: 0.6 + 0.3 * share })),
    ...above("colourful", colourfulness, 0.55),
    ...below("muted colours", colourfulness, 0.16),
    ...above("warm colours", warmth, 0.3),
    ...above("cold colours", -warmth, 0.22),
  ];
}

function shapeWords({ edgeDensity, symmetry }: Measures): Said[] {
  return [
    ...above("busy", edgeDensity, 0.42),
    ...below("plain", edgeDensity, 0.06),
    ...above("symmetrical", symmetry, 0.85),
  ];
}

function guessWords({ timeOfDay, weather, setting, scenes }: Guesses): Said[] {
  return [timeOfDay, weather, setting, ...scenes]
    .filter(({ value, confidence }) => value !== "unsure" && confidence >= 0.5)
    .map(({ value, confidence }) => ({ word: SAID[value] ?? value, sureness: confidence }));
}

/** The farther beyond the limit, the surer: 0.7 at it. */
function above(word: string, value: number, limit: number): Said[] {
  return value < limit ? [] : [{ word, sureness: Math.min(0.98, 0.7 + (value - limit)) }];
}

function below(word: string, value: number, limit: number): Said[] {
  return value > limit ? [] : [{ word, sureness: Math.min(0.98, 0.7 + (limit - value)) }];
}
