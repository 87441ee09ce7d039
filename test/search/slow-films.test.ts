import { describe, expect, test } from "bun:test";
import type { FilmAnalysis } from "../../schema/wire/analysis.ts";
import { colours, film, sure, UNSURE } from "../support/analyses.ts";
import { ask, songs } from "../support/demo-search.ts";

const TOP = 5;
/** A slow film can share songs with some others. */
const SHARE_MAX = 0.5;

const outdoors = (scene: string, time: string, weather = "none"): Partial<FilmAnalysis> => ({
  setting: sure("outdoors"),
  scenes: [sure(scene)],
  time_of_day: sure(time),
  weather: weather === "none" ? UNSURE : sure(weather),
});
const dark = { brightness: 0.14, brightness_curve: [0.14, 0.14, 0.14, 0.14, 0.14, 0.14] };

/** What is certain in slow films of different places. Nothing moves in any of them. */
const LOOKS: Readonly<Record<string, Partial<FilmAnalysis>>> = {
  "sunset by the sea": { ...outdoors("coast", "dusk", "sunrise"), palette: colours(["#d06030", 0.5]), warmth: 0.5 },
  "forest by day": { ...outdoors("forest", "day"), palette: colours(["#3a6a2a", 0.6]), saturation: 0.22 },
  "city at night": { ...outdoors("city", "night"), ...dark, palette: colours(["#101830", 0.7]) },
  "grey coast": { ...outdoors("coast", "day", "cloudy"), saturation: 0.04, colourfulness: 0.05 },
  "sunny mountains": { ...outdoors("mountain", "day", "sunshine"), brightness: 0.7 },
  "rain on a street": { ...outdoors("city", "day", "rain"), saturation: 0.06, palette: colours(["#60686e", 0.6]) },
  "empty road": { ...outdoors("road", "day", "sunshine") },
  "small town at dusk": { ...outdoors("town", "dusk") },
  "bright room": {
    setting: sure("indoors"),
    scenes: [sure("indoor")],
    time_of_day: UNSURE,
    brightness: 0.75,
    warmth: 0.4,
  },
  "dark room": { setting: sure("indoors"), scenes: [sure("indoor")], ...dark },
  "stadium at night": { ...outdoors("stadium", "night") },
  "open country": { ...outdoors("open", "day", "cloudy"), palette: colours(["#b8b060", 0.6]) },
};

describe("a search with slow films", () => {
  test("gives each look songs of its own: stillness says no more than slow", () => {
    const names = Object.keys(LOOKS);
    const found = new Map<string, number>();
    for (const seen of Object.values(LOOKS)) {
      const still = film({ pace: 0.08, motion: 0.3, cuts: 1, cuts_per_minute: 0.7, camera: sure("still"), ...seen });
      for (const { id } of ask([still], null, TOP).songs) found.set(id, (found.get(id) ?? 0) + 1);
    }
    const shared = [...found].filter(([, count]) => count > SHARE_MAX * names.length);
    expect(shared.map(([id, count]) => `${songs.get(id)?.title}: ${count} of ${names.length}`)).toEqual([]);
    expect(found.size).toBeGreaterThanOrEqual(2 * names.length);
  });

  test("without anything certain asks for a text", () => {
    const still = film({ pace: 0.08, motion: 0.3, cuts: 0, cuts_per_minute: 0 });
    expect(ask([still], null, TOP).brief.unserved.join()).toMatch(/text/i);
  });
});
