import { describe, expect, test } from "bun:test";
import type { Brief } from "../../../schema/brief.ts";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { mergeTurn } from "../../../src/brief/turns/merge-turn.ts";
import { vocabulary } from "../../../src/brief/vocabulary.ts";
import { describeConstraint } from "../../../src/ranking/describe-constraint.ts";

function conversation(...turns: readonly string[]): Brief {
  const [first = "", ...later] = turns;
  const read = (query: string): Brief => parseBrief({ query, context: null });
  return later.reduce((brief, query) => mergeTurn(brief, read(query), vocabulary()), read(first));
}

const wantedIn = ({ wanted }: Brief): string[] => wanted.map(({ name }) => name).toSorted();
const avoidedIn = ({ avoided }: Brief): string[] => avoided.map(({ name }) => name).toSorted();
const constraintsOf = ({ constraints }: Brief): string[] => constraints.map(describeConstraint).toSorted();

describe("a later turn", () => {
  test("keeps what the earlier ones ask for", () => {
    const brief = conversation("warm piano, instrumental, no drums", "with a cello", "like Nina Simone");
    expect(wantedIn(brief)).toEqual(["cello", "piano", "warm"]);
    expect(constraintsOf(brief)).toEqual(["no drums", "no lead vocals"]);
    expect(brief.mentions.map(({ readings }) => readings[0])).toEqual([["Nina Simone"]]);
  });

  test("replaces the contrary of what it wants: slower after fast", () => {
    expect(wantedIn(conversation("fast punk", "slower"))).toEqual(["punk rock", "slow"]);
    expect(wantedIn(conversation("slow ballad", "much faster"))).not.toContain("slow");
    expect(wantedIn(conversation("fast punk", "slower", "fast again"))).toEqual(["fast", "punk rock"]);
  });

  test("makes what is rather contrary fainter", () => {
    const before = conversation("energetic party song").wanted.find(({ name }) => name === "energetic");
    const after = conversation("energetic party song", "slower").wanted.find(({ name }) => name === "energetic");
    expect(before?.weight).toBeGreaterThan(0.5);
    expect(after?.weight ?? 0).toBeLessThan(0.5);
  });

  test("drops what it refuses, and the kinds of it", () => {
    const brief = conversation("cello and piano with strings, warm", "no strings");
    expect(wantedIn(brief)).toEqual(["piano", "warm"]);
    expect(constraintsOf(brief)).toEqual(["no strings"]);
  });

  test("takes back a refusal, also in part", () => {
    const all = conversation("warm piano, no strings", "with strings after all");
    expect([wantedIn(all), avoidedIn(all), constraintsOf(all)]).toEqual([["piano", "strings", "warm"], [], []]);
    const part = conversation("warm piano, no strings", "add a cello");
    expect(wantedIn(part)).toContain("cello");
    const [exclusion] = part.constraints;
    expect(exclusion).toMatchObject({ kind: "excluded", name: "strings" });
    expect(exclusion?.kind === "excluded" && exclusion.kin.includes("cello")).toBe(false);
    expect(exclusion?.kind === "excluded" && exclusion.notKin.includes("cello")).toBe(true);
  });

  test.each([
    ["120 bpm", "90 bpm", ["88 to 92 bpm"]],
    ["120 bpm", "slower", []],
    ["instrumental", "with female vocals", ["lead vocals"]],
    ["released after 2010", "released before 1990", ["released in 1989 or before"]],
    ["clean lyrics", "explicit lyrics are fine, explicit lyrics", ["explicit lyrics"]],
    ["at most 60 seconds long", "in A minor", ["at most 60 seconds long", "in A minor"]],
  ])("%s, then %s", (first, second, expected) => {
    expect(constraintsOf(conversation(first, second))).toEqual(expected);
  });

  test("drops the words for a tempo when it gives one", () => {
    expect(wantedIn(conversation("fast techno", "90 bpm"))).toEqual(["techno"]);
  });

  test("takes back a singer and the evidence against one", () => {
    const brief = conversation("instrumental folk", "with female vocals");
    expect(avoidedIn(brief)).not.toContain("voice");
    expect(wantedIn(conversation("female vocals, folk", "instrumental"))).toEqual(["folk"]);
  });

  test("the same turn twice is one wish of a little more weight", () => {
    const brief = conversation("warm piano", "warm piano");
    expect(wantedIn(brief)).toEqual(["piano", "warm"]);
    expect(brief.wanted.every(({ weight }) => weight <= 1)).toBe(true);
  });

  test("the later weight of a word counts", () => {
    const [earlier, later] = ["zanzibar", "lagoon"].map((query) => parseBrief({ query, context: null }));
    const said = (weight: number) => ({ text: [{ word: "zanzibar", weight }] });
    const merged = mergeTurn(
      { ...(earlier ?? conversation("")), ...said(0.3) },
      { ...(later ?? conversation("")), ...said(-0.3) },
      vocabulary(),
    );
    expect(merged.text).toEqual([{ word: "zanzibar", weight: -0.3 }]);
  });

  test("the later arc of a track counts", () => {
    expect(
      conversation("starts small, ends huge", "steady, no build at all").arcs?.some(
        ({ shape, isRefused }) => shape === "rising" && !isRefused,
      ),
    ).toBe(false);
  });
});
