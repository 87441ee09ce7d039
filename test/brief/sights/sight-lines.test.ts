import { describe, expect, test } from "bun:test";
import { knownSights, readSights } from "../../../src/brief/sights/sight-lines.ts";
import { vocabulary } from "../../../src/brief/vocabulary.ts";

// People edit the sights by hand; these tests find mistakes that the reader accepts.

const SIGHTS_MIN = 120;
/** Numbers that facts.ts measures, and colours. */
const MEASURED = new Set(
  [
    "colourless,brightness,brightness spread,contrast,saturation,colourfulness,warmth,edge density,texture,symmetry,skin share",
    "valence,arousal,energy,pace,motion,cuts per minute,cuts gained,flicker,brightness gained,warmth gained",
    "silence,speech,loudness,movement,red,orange,yellow,green,teal,blue,purple,pink,brown,black,grey,white",
  ].flatMap((line) => line.split(",")),
);
const SCENE_GROUPS = ["city", "coast", "forest", "indoor", "mountain", "open", "road", "sky", "stadium", "town"];

const sights = knownSights();

describe("the files of sights", () => {
  test("have enough sights with distinct names", () => {
    expect(sights.length).toBeGreaterThanOrEqual(SIGHTS_MIN);
    const names = sights.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test("name only concepts of the vocabulary", () => {
    const unknown = sights.flatMap(({ name, wants, against }) =>
      [...wants, ...against]
        .filter((kin) => vocabulary().concept(kin.name) === undefined)
        .map((kin) => `${name}: ${kin.name}`),
    );
    expect(unknown).toEqual([]);
  });

  test("never want what would spoil them, and want nothing twice", () => {
    for (const { name, wants, against } of sights) {
      const wanted = wants.map((kin) => kin.name);
      expect([name, wanted.filter((one, at) => wanted.indexOf(one) !== at)]).toEqual([name, []]);
      expect([name, against.filter((kin) => wanted.includes(kin.name))]).toEqual([name, []]);
    }
  });

  test("test only numbers that are measured", () => {
    const wishes = sights.flatMap(({ when }) => when.flatMap((one) => (one.kind === "measured" ? one.of : [])));
    expect(wishes.filter((name) => !MEASURED.has(name))).toEqual([]);
  });

  test("know every scene, time and weather that the heads distinguish", () => {
    const said = new Set(
      sights.flatMap(({ when }) =>
        when.flatMap((one) => (one.kind === "said" ? one.any.map(({ about, value }) => `${about} ${value}`) : [])),
      ),
    );
    const told = [
      ...SCENE_GROUPS.map((group) => `scene ${group}`),
      ...["day", "dusk", "night"].map((hour) => `time ${hour}`),
      ...["cloudy", "rain", "shine", "sunrise"].map((weather) => `weather ${weather}`),
      ...["builds", "falls", "steady", "peaks", "varies"].map((shape) => `curve ${shape}`),
    ];
    expect(told.filter((one) => !said.has(one))).toEqual([]);
  });

  test("have plausible tempos, and energies by name", () => {
    for (const { name, tempo } of sights) {
      if (tempo === null) continue;
      const { minBpm, maxBpm } = tempo.value;
      expect([name, minBpm >= 40, maxBpm <= 190, maxBpm - minBpm >= 10]).toEqual([name, true, true, true]);
    }
    expect(readSights("a | | calm .5, 60-80 bpm .4, low energy .3 |")).toEqual([
      {
        name: "a",
        isForm: false,
        isUndertone: false,
        when: [],
        wants: [{ name: "calm", weight: 0.5 }],
        against: [],
        tempo: { value: { minBpm: 60, maxBpm: 80 }, weight: 0.4 },
        energy: { value: 1, weight: 0.3 },
      },
    ]);
  });

  test("quote a malformed line in the error", () => {
    expect(() => readSights("a | nothing much | calm .5 |")).toThrow('"nothing much"');
    expect(() => readSights("a | time night | calm |")).toThrow('"calm"');
    expect(() => readSights("a | brightness .5 to .5 | calm .5 |")).toThrow('"brightness .5 to .5"');
  });
});
