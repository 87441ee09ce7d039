import { describe, expect, test } from "bun:test";
import type { ArcWish } from "../../../schema/brief.ts";
import type { FilmAnalysis } from "../../../schema/wire/analysis.ts";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { arcsOfFilms } from "../../../src/brief/sights/arcs-of-films.ts";
import { briefOfSights } from "../../../src/brief/sights/brief-of-sights.ts";
import { vocabulary } from "../../../src/brief/vocabulary.ts";
import { rank } from "../../../src/ranking/rank.ts";
import { film, picture } from "../../support/analyses.ts";
import { indexOf, song } from "../../ranking/support.ts";

type Shape = FilmAnalysis["energy_curve"]["shape"];

function filmOf(shape: Shape, values: readonly number[], duration: number): FilmAnalysis {
  return film({ duration, energy_curve: { shape, peak_at: null, values: [...values] } });
}

const QUARTERS = [0.1, 0.1, 0.2, 0.9];
const arcOf = (given: FilmAnalysis): ArcWish | undefined => arcsOfFilms([given])[0];

describe("the arc of a film", () => {
  test.each<[Shape, readonly number[], number, string, number | null]>([
    ["builds", QUARTERS, 240, "rising", 60],
    ["builds", QUARTERS, 80, "rising", 20],
    ["builds", [0.1, 0.6, 0.7, 0.8], 600, "rising", null],
    ["builds", [0.1, 0.1, 0.7, 0.8], 480, "rising", 240],
    ["falls", [0.9, 0.8, 0.7, 0.1], 240, "falling", 60],
    ["peaks", [0.1, 0.9, 0.1], 60, "arch", null],
  ])(
    "that %s over %j of %d seconds is %s with the last %p seconds, or all of it",
    (shape, values, seconds, arc, lastSeconds) => {
      expect(arcOf(filmOf(shape, values, seconds))).toMatchObject({
        shape: arc,
        seenWith: { lastSeconds },
        isRefused: false,
      });
    },
  );

  test("is none for a steady film, one that varies, and pictures", () => {
    expect(arcOf(filmOf("steady", [0.3, 0.3, 0.3], 60))).toBeUndefined();
    expect(arcOf(filmOf("varies", [0.1, 0.9, 0.1], 60))).toBeUndefined();
    expect(arcsOfFilms([picture()])).toEqual([]);
    expect(arcsOfFilms([])).toEqual([]);
  });

  test("comes from changes if the energy does not develop, unless they disagree", () => {
    const changing = (changes: NonNullable<FilmAnalysis["changes"]>): ArcWish | undefined => arcOf(film({ changes }));
    expect(changing(["night to day", "dark to bright"])).toMatchObject({
      shape: "rising",
      from: ["night to day", "dark to bright"],
    });
    expect(changing(["day to night"])).toMatchObject({ shape: "falling" });
    expect(changing(["empty to crowded"])?.weight).toBeLessThan(arcOf(filmOf("builds", QUARTERS, 60))?.weight ?? 0);
    expect(changing(["day to night", "empty to crowded"])).toBeUndefined();
  });

  test("is replaced by what the text says", () => {
    const text = parseBrief({ query: "winds down at the end", context: null });
    const brief = briefOfSights([filmOf("builds", QUARTERS, 240)], text, vocabulary());
    expect(brief.arcs).toEqual(text.arcs ?? []);
  });

  test("orders songs by their measured arc, and says so in the reasons where it is true", () => {
    const moods = { mood: ["tense"] };
    const songs = [
      song({ id: "unknown", tags: moods }),
      song({ id: "falling", arc: "falling", tags: moods }),
      song({ id: "rising", arc: "rising", tags: moods }),
      song({ id: "tagged", tags: { ...moods, characteristic: ["building"] } }),
    ];
    const text = parseBrief({ query: "tense", context: null });
    const brief = briefOfSights([filmOf("builds", QUARTERS, 240)], text, vocabulary());
    const { hits, unserved } = rank(indexOf(songs), brief, { limit: 10 });
    const reasons = new Map(hits.map(({ songId, reasons: given }) => [songId, given.join("; ")]));
    expect(hits[0]?.songId).not.toBe("unknown");
    expect(hits.at(-1)?.songId).toBe("falling");
    expect(reasons.get("rising")).toContain("builds with the last minute");
    expect(reasons.get("tagged")).toContain("suits what is seen, film that builds");
    expect(reasons.get("falling")).not.toMatch(/with the|film that/);
    expect(reasons.get("unknown")).not.toMatch(/with the|film that/);
    expect(unserved).toEqual([]);
  });

  test("is no demand: a catalog without it has nothing to report", () => {
    const brief = briefOfSights(
      [filmOf("falls", [0.9, 0.5, 0.1], 60)],
      parseBrief({ query: "tense", context: null }),
      vocabulary(),
    );
    const { unserved } = rank(indexOf([song({ id: "a", tags: { mood: ["tense"] } })]), brief, { limit: 10 });
    expect(unserved.filter((one) => one.includes("film that falls"))).toEqual([]);
  });
});
