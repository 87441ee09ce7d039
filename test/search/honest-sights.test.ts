import { describe, expect, test } from "bun:test";
import type { Brief } from "../../schema/brief.ts";
import type { Analysis } from "../../schema/wire/analysis.ts";
import type { Answer } from "../../schema/wire/answer.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";
import { understand } from "../../src/search/answer.ts";
import { colours, picture, sure, UNSURE } from "../support/analyses.ts";
import { ask as askDemo, songs as demoSongs } from "../support/demo-search.ts";

// What a picture may ask for, and how loudly, with the songs of the demonstration catalog:
// 1. No song matches better than the sight is sure.
// 2. Darkness is no horror, a lit town no menace, a sunny summit no beach bar, a grey evening no Hawaii.
// 3. Colours whisper, a text decides, and a sight that says nothing asks for a text.

const outdoors = { setting: sure("outdoor", 0.97) };
const DARK = picture({
  ...outdoors,
  time_of_day: sure("night", 0.97),
  brightness: 0.07,
  contrast: 0.24,
  saturation: 0.04,
  colourfulness: 0.1,
});
const UNLIT = picture({ brightness: 0.1, contrast: 0.45, saturation: 0.05, colourfulness: 0.1 });
const LIT_TOWN = picture({
  ...outdoors,
  time_of_day: sure("night", 0.96),
  scenes: [sure("town", 0.88)],
  brightness: 0.34,
  contrast: 0.5,
  warmth: 0.2,
});
const SUNNY_MOUNTAINS = picture({
  ...outdoors,
  time_of_day: sure("day", 0.98),
  weather: sure("sunshine", 0.93),
  scenes: [sure("mountain", 0.95)],
  brightness: 0.58,
  palette: colours(["#3f7fd0", 0.4], ["#5c7a4a", 0.4]),
});
const GREY_EVENING = picture({
  ...outdoors,
  time_of_day: sure("dusk", 0.92),
  brightness: 0.36,
  saturation: 0.05,
  colourfulness: 0.08,
  contrast: 0.4,
});
const COLOURS_ONLY = picture({
  time_of_day: sure("day", 0.9),
  warmth: 0.6,
  saturation: 0.3,
  colourfulness: 0.6,
  brightness: 0.5,
  palette: colours(["#e8833a", 0.6], ["#5a3b22", 0.3]),
});
const PORTRAIT = picture({
  subject: sure("people", 0.9),
  setting: sure("indoors", 0.9),
  scenes: [{ value: "none", confidence: 0.9 }],
  weather: { value: "none", confidence: 0.9 },
});
const SURE_BEACH = picture({
  ...outdoors,
  time_of_day: sure("day", 0.98),
  weather: sure("sunshine", 0.95),
  scenes: [sure("coast", 0.95)],
  brightness: 0.62,
});

const ask = (analysis: Analysis, query: string | null = null): Answer => askDemo([analysis], query);
const briefOf = (analysis: Analysis, query: string | null = null): Brief =>
  understand({ query, context: null, sights: [analysis] }, vocabulary());
const tags = ({ songs }: Answer): readonly string[] =>
  songs.flatMap(({ id }) => Object.values(demoSongs.get(id)?.tags ?? {}).flat());
const bands = ({ songs }: Answer): readonly string[] => [...new Set(songs.map(({ meta }) => meta.band))];
const wants = (analysis: Analysis): readonly string[] => briefOf(analysis).wanted.map(({ name }) => name);

const MENACE: ReadonlySet<string> = new Set([
  "horror",
  "foreboding",
  "ominous",
  "menacing",
  "eerie",
  "terrifying",
  "claustrophobic",
  "dark ambient",
]);

describe("darkness alone", () => {
  for (const [what, seen] of Object.entries({ "a dark night": DARK, "a dark picture": UNLIT, "a lit town": LIT_TOWN }))
    test(`is no menace: ${what}`, () => {
      const wanted = wants(seen);
      for (const name of ["dark", "tense", "horror", "ominous", "suspenseful"]) expect(wanted).not.toContain(name);
      expect(tags(ask(seen)).filter((tag) => MENACE.has(tag))).toEqual([]);
    });

  test("is quiet and moody at night", () => {
    expect(wants(DARK)).toEqual(expect.arrayContaining(["moody", "atmospheric", "quiet"]));
    expect(wants(LIT_TOWN)).toEqual(expect.arrayContaining(["nostalgic", "calm"]));
  });
});

describe("sun and evening", () => {
  test("on mountains are wide and open, and no ukulele", () => {
    const answer = ask(SUNNY_MOUNTAINS);
    expect(answer.brief.wanted[0]?.name).toBe("expansive");
    expect(tags(answer).filter((tag) => ["ukulele", "tropical", "hawaiian", "children's"].includes(tag))).toEqual([]);
    expect(answer.songs[0]?.meta.reasons.join()).toContain("suits what is seen, sunny mountains");
  });

  test("in grey are sober, and no Hawaii", () => {
    expect(wants(GREY_EVENING)).toEqual(expect.arrayContaining(["reflective", "atmospheric", "piano"]));
    expect(tags(ask(GREY_EVENING)).filter((tag) => ["hawaiian", "ukulele", "tropical"].includes(tag))).toEqual([]);
  });
});

describe("the band of a song", () => {
  test("is capped by how sure the sight is", () => {
    const at = (confidence: number): readonly string[] =>
      bands(ask({ ...SURE_BEACH, scenes: [sure("coast", confidence)], weather: sure("sunshine", confidence) }));
    expect(at(0.95)).toContain("strong");
    expect(at(0.6)).not.toContain("strong");
    expect(at(0.6)).toContain("good");
    // Below 0.6 the sight is only "perhaps" there.
    expect(at(0.55)).toEqual(["possible"]);
  });

  test("is only possible for colours, and for a picture of people", () => {
    expect(bands(ask(COLOURS_ONLY))).toEqual(["possible"]);
    expect(bands(ask(PORTRAIT))).toEqual(["possible"]);
    expect(bands(ask(picture()))).toEqual(["possible"]);
  });

  test("is only possible for a room behind something that is no place", () => {
    const face = { ...PORTRAIT, subject: { value: "unsure", confidence: 0.45 } };
    expect(bands(ask(face))).toEqual(["possible"]);
    expect(bands(ask({ ...face, scenes: [sure("indoor", 0.9)] }))).toContain("good");
  });

  test("is decided by the text beside a picture", () => {
    expect(ask(COLOURS_ONLY, "tense piano").songs[0]?.meta.band).toBe("strong");
    const unmet = ask(SURE_BEACH, "throat singing with bagpipes");
    expect(bands(unmet)).not.toContain("strong");
  });
});

describe("a text beside a picture", () => {
  test("keeps its best song, whatever the picture shows", () => {
    const alone = askDemo([], "tense piano").songs[0]?.id;
    for (const seen of [SURE_BEACH, DARK, COLOURS_ONLY, PORTRAIT, GREY_EVENING])
      expect(ask(seen, "tense piano").songs[0]?.id).toBe(alone ?? "");
  });

  test("outweighs all wishes of the picture", () => {
    const { wanted } = briefOf(GREY_EVENING, "sad");
    const sum = (seen: boolean): number =>
      wanted.filter((wish) => (wish.seen !== undefined) === seen).reduce((total, { weight }) => total + weight, 0);
    expect(sum(true)).toBeGreaterThan(0);
    expect(sum(true)).toBeLessThanOrEqual(0.4 * sum(false) + 0.001);
  });
});

describe("a picture that says little", () => {
  test("asks for a text, and says that its songs are guesses", () => {
    expect(ask(COLOURS_ONLY).brief.unserved).toEqual([
      "the picture does not say what the scene is about; these songs are guesses: add a text that says what happens and how it feels",
    ]);
    expect(ask(PORTRAIT).brief.unserved[0]).toContain("the picture shows people, but not what the scene is about");
    expect(ask(picture({ subject: sure("graphic") })).brief.unserved[0]).toContain("shows a graphic");
  });

  test("asks beside a text that only excludes, and as one of several pictures", () => {
    expect(ask(COLOURS_ONLY, "no vocals").brief.unserved.join()).toContain("add a text that says what happens");
    expect(bands(ask(COLOURS_ONLY, "no vocals"))).toEqual(["possible"]);
    const several = askDemo([COLOURS_ONLY, PORTRAIT]).brief.unserved.join();
    expect(several).toContain("the assets do not say what the scene is about");
    expect(askDemo([PORTRAIT, SURE_BEACH]).brief.unserved).toEqual([]);
  });

  test("asks for nothing beside a text, with a sure sight, or with a description", () => {
    const description = {
      model: "eyes",
      words: ["indoor"],
      sentence: "A bride and groom dance while the wedding guests clap.",
    };
    for (const answer of [ask(PORTRAIT, "sad"), ask(SURE_BEACH), ask({ ...PORTRAIT, description })])
      expect(answer.brief.unserved.join()).not.toContain("these songs are guesses");
    expect(bands(ask({ ...PORTRAIT, description }))).toContain("strong");
  });
});

describe("a reason", () => {
  test("says how sure the sight is", () => {
    const reasons = (confidence: number): string =>
      ask(picture({ ...outdoors, time_of_day: sure("dusk", confidence), warmth: 0.02, saturation: 0.2 }))
        .songs.flatMap(({ meta }) => meta.reasons)
        .join();
    expect(reasons(0.9)).toContain("suits what is seen, dusk");
    expect(reasons(0.7)).toContain("suits what is seen, probably dusk");
    expect(reasons(0.55)).toContain("suits what is seen, perhaps dusk");
  });

  test("is not about what is unsure", () => {
    const seen = ask(picture({ time_of_day: { ...UNSURE, value: "unsure" } })).brief.seen?.words ?? [];
    expect(seen.filter((word) => /dusk|night|day/.test(word))).toEqual([]);
  });
});
