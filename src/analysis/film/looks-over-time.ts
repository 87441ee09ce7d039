import type { PictureAnalysis, Sighting } from "../../../schema/wire/analysis.ts";
import { meanOf, rounded } from "../statistics.ts";

/** Words that so many of the pictures have are the film's. */
const WORD_SHARE_MIN = 0.4;
const PALETTE_MAX = 6;
const SCENES_MAX = 2;
const CONFIDENCE_MIN = 0.5;

type Looks = Omit<PictureAnalysis, "kind">;
type Colour = Looks["palette"][number];

/**
 * What the pictures of one film have in common: means of what is measured, and of what is guessed the value with the
 * most confidence in all, which is low where the film shows both day and night.
 * @param pictures at least one.
 */
export function looksOverTime(pictures: readonly PictureAnalysis[]): Looks {
  const mean = (of: (picture: PictureAnalysis) => number): number => rounded(meanOf(pictures.map(of)));
  return {
    words: commonWords(pictures),
    time_of_day: agreed(pictures.map((picture) => picture.time_of_day)),
    weather: agreed(pictures.map((picture) => picture.weather)),
    setting: agreed(pictures.map((picture) => picture.setting)),
    scenes: [
      ...votes(
        pictures.flatMap((picture) => picture.scenes),
        pictures.length,
      ),
    ].slice(0, SCENES_MAX),
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
    palette: commonColours(pictures),
    valence: mean((picture) => picture.valence),
    arousal: mean((picture) => picture.arousal),
    energy: mean((picture) => picture.energy),
  };
}

/** The commonest first. */
function commonWords(pictures: readonly PictureAnalysis[]): string[] {
  const counts = new Map<string, number>();
  for (const word of pictures.flatMap(({ words }) => words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= WORD_SHARE_MIN * pictures.length)
    .toSorted(([, one], [, other]) => other - one)
    .map(([word]) => word);
}

function agreed(sightings: readonly Sighting[]): Sighting {
  const best = votes(sightings, sightings.length)[0];
  if (best === undefined) return { value: "unsure", confidence: 0 };
  return best.confidence < CONFIDENCE_MIN ? { value: "unsure", confidence: best.confidence } : best;
}

/** The mean confidence in each value, over all pictures; the highest first. */
function votes(sightings: readonly Sighting[], pictureCount: number): readonly Sighting[] {
  const sums = new Map<string, number>();
  for (const { value, confidence } of sightings) {
    if (value !== "unsure") sums.set(value, (sums.get(value) ?? 0) + confidence);
  }
  return [...sums]
    .map(([value, sum]) => ({ value, confidence: rounded(sum / pictureCount) }))
    .toSorted((one, other) => other.confidence - one.confidence);
}

/** Shares of colours of one name added; the hue shown is that of its largest patch. */
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
