import { describe, expect, test } from "bun:test";
import { search, song } from "../support.ts";

describe("the energy rule", () => {
  test("treats an inferred energy as unknown", () => {
    const guessed = song({ id: "a", tags: { genre: ["rock"] }, energyInferred: "high" });
    const given = song({ id: "b", tags: { genre: ["rock"] }, energy: "high" });
    const ranking = search([guessed, given], "high energy rock");
    expect(ranking.hits.map((hit) => hit.verdicts[0]?.verdict)).toEqual(["met", "unknown"]);
  });

  test("keeps the levels that were asked for, cuts others, and names the level", () => {
    const songs = (["very_low", "low", "medium", "high"] as const).map((energy) =>
      song({ id: energy, energy, tags: { genre: ["rock"] } }),
    );
    const { hits } = search(songs, "low energy rock");
    expect(hits.map(({ songId, reasons }) => [songId, reasons.at(-1)])).toEqual([
      ["low", "low energy"],
      ["very_low", "very low energy"],
    ]);
  });
});
