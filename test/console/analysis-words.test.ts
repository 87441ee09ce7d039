import { describe, expect, test } from "bun:test";
import { FILM_CHANGES, FilmAnalysis, HEARD_KINDS } from "../../schema/wire/analysis.ts";
import { COLOUR_NAMES } from "../../src/analysis/colour-names.ts";
import { CAMERA_MOVES } from "../../src/analysis/film/camera.ts";
import { FILM_WORDS } from "../../src/analysis/film/film-words.ts";
import { learnedHeads } from "../../src/analysis/learned-heads.ts";
import { GUESS_WORDS, LOOK_WORDS } from "../../src/analysis/words.ts";
import { analysisWord } from "../../src/console/app/admin/assets/analysis-word.ts";
import { de as admin } from "../../src/console/app/admin/texts/de.ts";
import { filled } from "../../src/console/app/lib/fill-text.ts";
import { de } from "../../src/console/app/texts/de.ts";
import { enSeen } from "../../src/console/app/admin/texts/en-seen.ts";

const german = (word: string): string =>
  analysisWord(word, {
    admin: (key, values = {}) => filled(admin[key], values, "de"),
    text: (key, values = {}) => filled(de[key], values, "de"),
  });

const { subject, setting, scene, time, weather } = learnedHeads();
const { energy_curve: curve } = FilmAnalysis.properties;

describe("the page of an upload", () => {
  test("has words for all that an analysis can say, in English the same", () => {
    const words = [
      ...[subject, setting, scene, time, weather].flatMap(({ values }) => values),
      ...Object.values(GUESS_WORDS),
      ...LOOK_WORDS,
      ...FILM_WORDS,
      ...CAMERA_MOVES,
      ...COLOUR_NAMES,
      ...curve.properties.shape.anyOf.map((shape) => shape.const),
      ...HEARD_KINDS,
      "unsure",
    ];
    const texts: Readonly<Record<string, string>> = enSeen;
    expect(texts).toEqual({
      ...Object.fromEntries(words.map((word) => [`word.${word}`, word])),
      "seen.music": "music at {bpm} beats a minute",
    });
  });

  test("says them in the language of the page, also changes and the tempo of music", () => {
    expect(["dark teal", "hand-held", "night to day", "music at 92 beats a minute"].map(german)).toEqual([
      "dunkles Petrol",
      "Handkamera",
      "Nacht zu Tag",
      "Musik mit 92 Schlägen pro Minute",
    ]);
    for (const change of FILM_CHANGES) expect(german(change)).not.toBe(change);
  });

  test("leaves words of a vision model as they are", () => {
    expect(german("a man with a red umbrella")).toBe("a man with a red umbrella");
  });
});
