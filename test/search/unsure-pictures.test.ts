import { describe, expect, test } from "bun:test";
import type { PictureAnalysis } from "../../schema/wire/analysis.ts";
import { picture, sure, UNSURE } from "../support/analyses.ts";
import { ask, songs } from "../support/demo-search.ts";

const TOP = 5;
/** A picture can share songs with some others. */
const SHARE_MAX = 0.5;

/** Light, colours and form of pictures of which only the hour is certain. */
const LOOKS: Readonly<Record<string, Partial<PictureAnalysis>>> = {
  "a pale wall": {
    brightness: 0.66,
    contrast: 0.24,
    saturation: 0.05,
    colourfulness: 0.06,
    edge_density: 0.03,
    texture: 0.2,
  },
  "a market stall": { saturation: 0.31, colourfulness: 0.6, contrast: 0.5, edge_density: 0.3, warmth: 0.12 },
  "a wooden table": { warmth: 0.3, saturation: 0.22, brightness: 0.42, contrast: 0.34, edge_density: 0.08 },
  "blue tiles": { warmth: -0.3, saturation: 0.2, contrast: 0.36, edge_density: 0.2, texture: 0.45 },
  "a grey yard": { saturation: 0.05, colourfulness: 0.08, brightness: 0.4, contrast: 0.4 },
  "a machine": { saturation: 0.08, brightness: 0.34, contrast: 0.55, edge_density: 0.26, texture: 0.4, warmth: -0.05 },
  "a bouquet": { saturation: 0.28, colourfulness: 0.5, brightness: 0.6, contrast: 0.42, warmth: 0.08 },
  "a dim corner": { brightness: 0.27, contrast: 0.42, saturation: 0.12, warmth: 0.1 },
  "a close-up of skin": {
    warmth: 0.24,
    saturation: 0.18,
    contrast: 0.3,
    edge_density: 0.04,
    texture: 0.22,
    brightness: 0.52,
  },
  "a bright poster": { saturation: 0.35, colourfulness: 0.75, brightness: 0.62, contrast: 0.62, edge_density: 0.16 },
  "an average picture": {},
  "a cold morning": { warmth: -0.16, brightness: 0.58, saturation: 0.1, contrast: 0.32 },
};

const withHour = (time: PictureAnalysis["time_of_day"]): readonly PictureAnalysis[] =>
  Object.values(LOOKS).map((look) => picture({ time_of_day: time, ...look }));

/** Returns the songs that more than `SHARE_MAX` of the pictures get, and how many songs all of them get. */
function found(pictures: readonly PictureAnalysis[]): { readonly shared: readonly string[]; readonly count: number } {
  const counts = new Map<string, number>();
  for (const one of pictures)
    for (const { id } of ask([one], null, TOP).songs) counts.set(id, (counts.get(id) ?? 0) + 1);
  const shared = [...counts].filter(([, count]) => count > SHARE_MAX * pictures.length);
  return { shared: shared.map(([id, count]) => `${songs.get(id)?.title}: ${count}`), count: counts.size };
}

describe("a search with a picture of which little is certain", () => {
  test.each([
    ["daylight alone", sure("day")],
    ["nothing", UNSURE],
  ])("gives each look songs of its own: %s", (_what, time) => {
    const { shared, count } = found(withHour(time));
    expect(shared).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(2 * Object.keys(LOOKS).length);
  });

  test("finds possible songs only, and asks for a text", () => {
    for (const one of [...withHour(sure("day")), ...withHour(UNSURE)]) {
      const answer = ask([one], null, TOP);
      expect(new Set(answer.songs.map(({ meta }) => meta.band))).toEqual(new Set(["possible"]));
      expect(answer.brief.unserved.join()).toMatch(/add a text/);
    }
  });
});
