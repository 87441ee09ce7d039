import type { PictureAnalysis, Guess } from "../../../schema/wire/analysis.ts";
import { CONFIDENCE_MIN, likelyScenes, UNSURE } from "../heads.ts";
import { meanOf, rounded } from "../statistics.ts";

/** Share of the pictures that must have a word. */
const WORD_SHARE_MIN = 0.4;
const PALETTE_MAX = 6;
/** Words for a setting and an hour. A film has them only if its pictures agree: one that goes from day to night is no "day". */
const SETTINGS: ReadonlySet<string> = new Set(["indoors", "outdoors"]);
const HOURS: ReadonlySet<string> = new Set(["day", "dusk", "night"]);

/** The part of an analysis that pictures and films have in common. */
export type Looks = Omit<PictureAnalysis, "kind">;
type Colour = Looks["palette"][number];

/**
 * Combines the analyses of a film's pictures: means of measurements, and for guesses the value with the highest total
 * confidence. This confidence is low if, for example, the film shows both day and night. The guesses of a picture fit
 * together, and at most one of two contradicting values has more than half of the confidence, so those of a film do, too.
 * @param pictures at least one.
 */
export function combinePictures(pictures: readonly PictureAnalysis[]): Looks {
  const mean = (of: (picture: PictureAnalysis) => number): number => rounded(meanOf(pictures.map(of)));
  const setting = agreed(pictures.map((picture) => picture.setting));
  const timeOfDay = agreed(pictures.map((picture) => picture.time_of_day));
  const scenes = votes(
    pictures.flatMap((picture) => picture.scenes),
    pictures.length,
  );
  return {
    words: commonWords(pictures).filter(
      (word) => (!SETTINGS.has(word) || word === setting.value) && (!HOURS.has(word) || word === timeOfDay.value),
    ),
    subject: agreed(pictures.flatMap(({ subject }) => subject ?? [])),
    time_of_day: timeOfDay,
    weather: agreed(pictures.map((picture) => picture.weather)),
    setting,
    scenes: likelyScenes(scenes, setting.value),
    brightness: mean((picture) => picture.brightness),
    brightness_spread: mean((picture) => picture.brightness_spread),
    contrast: mean((picture) => picture.contrast),
    saturation: mean((picture) => picture.saturation),
    colourfulness: mean((picture) => picture.colourfulness),
    warmth: mean((picture) => picture.warmth),
    edge_density: mean((picture) => picture.edge_density),
    texture: mean((picture) => picture.texture),
    symmetry: mean((picture) => picture.symmetry),
    skin_share: mean((picture) => picture.skin_share),
    flat_share: mean((picture) => picture.flat_share ?? 0),
    palette: commonColours(pictures),
    valence: mean((picture) => picture.valence),
    arousal: mean((picture) => picture.arousal),
    energy: mean((picture) => picture.energy),
  };
}

/** Returns the words of many pictures, the most common first. */
function commonWords(pictures: readonly PictureAnalysis[]): string[] {
  const counts = new Map<string, number>();
  for (const word of pictures.flatMap(({ words }) => words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= WORD_SHARE_MIN * pictures.length)
    .toSorted(([, one], [, other]) => other - one)
    .map(([word]) => word);
}

function agreed(guesses: readonly Guess[]): Guess {
  const best = votes(guesses, guesses.length)[0];
  if (best === undefined) return { value: UNSURE, confidence: 0 };
  return best.confidence > CONFIDENCE_MIN ? best : { value: UNSURE, confidence: best.confidence };
}

/** Returns the mean confidence in each value over all pictures, the highest first. */
function votes(guesses: readonly Guess[], pictureCount: number): readonly Guess[] {
  const sums = new Map<string, number>();
  for (const { value, confidence } of guesses) {
    if (value !== UNSURE) sums.set(value, (sums.get(value) ?? 0) + confidence);
  }
  return [...sums]
    .map(([value, sum]) => ({ value, confidence: rounded(sum / pictureCount) }))
    .toSorted((one, other) => other.confidence - one.confidence);
}

/** Adds the shares of colours with the same name. The largest of them gives the shade. */
function commonColours(pictures: readonly PictureAnalysis[]): Colour[] {
  const colours = new Map<string, { sum: number; largest: Colour }>();
  for (const colour of pictures.flatMap(({ palette }) => palette)) {
    const known = colours.get(colour.name) ?? { sum: 0, largest: colour };
    known.sum += colour.share;
    if (colour.share > known.largest.share) known.largest = colour;
    colours.set(colour.name, known);
  }
  return [...colours.values()]
    .map(({ sum, largest }) => ({ ...largest, share: rounded(sum / pictures.length) }))
    .toSorted((one, other) => other.share - one.share)
    .slice(0, PALETTE_MAX);
}
