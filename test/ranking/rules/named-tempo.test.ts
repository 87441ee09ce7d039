import { describe, expect, test } from "bun:test";
import { ids, search, song } from "../support.ts";

const at = (bpm: number | null) =>
  song({ id: bpm === null ? "unknown" : `${bpm}`, bpm, tags: { genre: ["dream pop"], mood: ["hopeful"] } });

describe("the named tempo rule", () => {
  test("puts songs near a word for the tempo first, and cuts none", () => {
    expect(ids(search([at(40), at(104), at(170)], "mid-tempo dream pop"))).toEqual(["104", "170", "40"]);
    expect(ids(search([at(160), at(62), at(118)], "slow dream pop"))[0]).toBe("62");
    expect(ids(search([at(60), at(138), at(96)], "fast dream pop"))[0]).toBe("138");
  });

  test("puts an unknown tempo before a wrong one", () => {
    expect(ids(search([at(150), at(null), at(70)], "slow dream pop"))).toEqual(["70", "unknown", "150"]);
  });

  test("takes half and double counts for a small distance", () => {
    expect(ids(search([at(40), at(200), at(104)], "mid-tempo dream pop"))).toEqual(["104", "200", "40"]);
  });

  test("gives no reason for a wrong tempo", () => {
    expect(search([at(150)], "slow dream pop").hits[0]?.reasons.join()).not.toContain("150 bpm");
  });

  test.each(["dream pop at 150 bpm, slow build", "slow, then fast dream pop", "hopeful dream pop"])(
    "is off for %p",
    (brief) => {
      const scores = search([at(150), at(151)], brief).hits.map(({ score }) => score);
      expect(scores[0]).toBe(scores[1]);
    },
  );
});
