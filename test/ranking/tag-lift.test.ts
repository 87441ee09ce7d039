import { describe, expect, test } from "bun:test";
import type { SongDocument } from "../../schema/song.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { samplePlaces } from "../../src/ranking/postings.ts";
import type { RankingIndex } from "../../src/ranking/ranking-index.ts";
import { tagLift } from "../../src/ranking/tag-lift.ts";
import { indexOf, song } from "./support.ts";

/** Techno songs often have a drum machine; every third song has a piano, whatever its genre. */
const index = indexOf(
  Array.from({ length: 120 }, (_, at): SongDocument => {
    const isTechno = at % 2 === 0;
    const instruments = [isTechno && at % 4 === 0 ? "drum machine" : "voice", ...(at % 3 === 0 ? ["piano"] : [])];
    return song({ id: `s-${at}`, tags: { genre: [isTechno ? "techno" : "folk"], instrument: instruments } });
  }),
);

describe("the lift of a tag", () => {
  test("is above 0 for a tag that often occurs with an asked one, near 0 by chance, and below 0 for a rival", () => {
    const lift = liftFor("techno");
    expect(lift("drum machine")).toBeGreaterThan(0.5);
    expect(Math.abs(lift("piano"))).toBeLessThan(0.1);
    expect(lift("folk")).toBeLessThan(-1);
  });

  test("of an asked tag itself is the higher, the rarer the tag is", () => {
    expect(liftFor("drum machine")("drum machine")).toBeGreaterThan(liftFor("techno")("techno"));
  });

  test("adds up over the asked tags", () => {
    const both = liftFor("techno and piano")("drum machine");
    expect(both).toBeCloseTo(liftFor("techno")("drum machine") + liftFor("piano")("drum machine"), 9);
  });

  test("is 0 for a brief that asks for no tag of the catalog", () => {
    expect(liftFor("bagpipes")("techno")).toBe(0);
  });
});

describe("a sample of the songs with a term", () => {
  test("has all songs if there are few", () => {
    expect(sampled(index, "piano", 100)).toHaveLength(40);
  });

  test("has at most the given number, spread over the songs with the term", () => {
    const places = sampled(index, "techno", 7);
    expect(places.length).toBeGreaterThan(4);
    expect(places.length).toBeLessThanOrEqual(7);
    const all = sampled(index, "techno", 1_000);
    expect(places.every((place) => all.includes(place))).toBe(true);
    expect(all.indexOf(places.at(-1) ?? -1)).toBeGreaterThan(all.length / 2);
  });
});

function liftFor(query: string): (name: string) => number {
  const lift = tagLift(index, parseBrief({ query, context: null }).wanted);
  return (name) => lift(index.tag(name));
}

function sampled(from: RankingIndex, name: string, most: number): number[] {
  const places: number[] = [];
  samplePlaces(from.sections, from.tag(name), most, (place) => places.push(place));
  return places;
}
