import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

const STORY =
  "We need a warm indie folk track with acoustic guitar and a light beat for our spring campaign. The spot shows two friends " +
  "cycling along the river. The music should feel optimistic and open throughout, like the first warm day of the year. ";

const DECADE = /^\d0s$/;

/** Returns the decades that a brief wishes for and the lengths that it demands. */
function figures(text: string): readonly string[] {
  const { wanted, constraints } = parseBrief({ query: null, context: text });
  return [
    ...wanted.map(({ name }) => name).filter((name) => DECADE.test(name)),
    ...constraints.map(({ kind }) => kind).filter((kind) => kind === "duration"),
  ].toSorted();
}

describe("lengths to deliver", () => {
  test.each([
    "Deliverables are 1 x 60s, 6 x 20s and 3x 15s cutdowns.",
    "Deliverables are 2 × 30s.",
    "We need 6 x 20s.",
    "We need 10s, 20s and 30s versions.",
    "60s + 30s + 20s edits, please.",
    "Cutdowns: 60s, 30s, 20s.",
    "We need versions of 30s and 20s.",
    "Cutdowns: 30s.",
    "Spots: 60s, 30s.",
    "There is also an edit of 20s.",
    "Wir brauchen 6 x 20s und 3x 30s.",
    "Schnitte: 60s, 30s und 20s.",
    "Il nous faut 3 x 20s et 2 × 30s.",
    "Necesitamos 2 x 30s y versiones de 20s y 30s.",
    "Ci servono 4x20s e versioni da 30s e 20s.",
    "Precisamos de 3x 20s e versões de 30s e 20s.",
  ])("are no decades in a long text: %j", (line) => {
    expect(figures(STORY + line)).toEqual([]);
  });

  test.each([
    "10s, 20s and 30s versions",
    "60s, 30s, 15s cutdowns",
    "90s cutdown",
    "60s + 30s + 15s",
    "2x60s",
    "2 × 60s",
  ])("are no decades in a short text: %j", (line) => {
    expect(figures(`warm folk, ${line}`)).toEqual([]);
    expect(parseBrief({ query: `warm folk, ${line}`, context: null }).ignored).not.toEqual([]);
  });

  test.each(["6 x 20s", "2 x 30s", "a 20s edit"])("still ask for one length in a short text: %j", (line) => {
    expect(figures(`warm folk, ${line}`)).toEqual(["duration"]);
  });

  test.each([
    ["80s synths", ["80s"]],
    ["60s and 70s soul", ["60s", "70s"]],
    ["70s, 80s and 90s hits", ["70s", "80s", "90s"]],
    ["80s and 90s versions of disco classics", ["80s", "90s"]],
    ["10 x 80s hits", ["80s"]],
    ["a 60s spot with warm folk", ["60s"]],
    ["inspired by 60s and 90s films, strings", ["60s", "90s"]],
    ["ad with 60s strings", ["60s"]],
    ["music for a TV spot in 90s style", ["90s"]],
    ["short film in 60s style", ["60s"]],
    ["versions in 90s style", ["90s"]],
    ["versions of 60s and 90s hits", ["60s", "90s"]],
    ["a cover version of 90s rave", ["90s"]],
    ["versions of 60s and 90s-style songs", ["60s", "90s"]],
  ])("are not read into decades: %j", (line, decades) => {
    expect(figures(line)).toEqual([...decades]);
  });

  test.each([
    ["music for a TV spot in 90s hip hop style", "boom bap"],
    ["ad with 60s soul", "motown"],
  ])("stay part of a style: %j", (query, style) => {
    expect(parseBrief({ query, context: null }).wanted.map(({ name }) => name)).toContain(style);
  });

  test.each([
    ["We cut a short film with 60s and 90s music.", ["60s", "90s"]],
    ["We want a sound inspired by 60s and 90s films.", ["60s", "90s"]],
    ["We love versions of 60s and 90s hits.", ["60s", "90s"]],
    ["Music for the film: 90s synths.", ["90s"]],
  ])("are not read into decades in a long text: %j", (line, decades) => {
    expect(figures(STORY + line)).toEqual([...decades]);
  });
});
