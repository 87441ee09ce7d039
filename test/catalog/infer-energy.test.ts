import { describe, expect, test } from "bun:test";
import type { Tags } from "../../schema/song.ts";
import { inferEnergy } from "../../src/catalog/infer-energy.ts";

const tags = (...mood: string[]): Tags => ({ genre: [], mood, instrument: [], characteristic: [] });

describe("inferred energy", () => {
  test.each([
    [[], null, "medium"],
    [["polka"], null, "medium"],
    [["Ambient", "sleep"], 60, "very_low"],
    [["gentle"], null, "low"],
    [[], 80, "low"],
    [[], 100, "medium"],
    [[], 174, "high"],
    [["aggressive"], 80, "medium"],
    [["Punk rock"], null, "high"],
    [["calm", "energetic"], 120, "medium"],
    [["constructor", "very toString", "energetic"], null, "high"],
  ] as const)("of the tags %p at %p bpm is %s", (words, bpm, energy) => {
    expect(inferEnergy(tags(...words), bpm)).toBe(energy);
  });
});
