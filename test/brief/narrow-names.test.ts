import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

function excludedTags(query: string): readonly string[] {
  return parseBrief({ query, context: null }).constraints.flatMap((one) => (one.kind === "excluded" ? one.kin : []));
}

describe("a name for one kind of an instrument excludes that kind only", () => {
  test.each([
    ["no pipe organ", "church organ", ["organ", "hammond organ", "farfisa"]],
    ["no hammond", "hammond organ", ["organ", "church organ"]],
    ["no jingle bells", "sleigh bells", ["bell", "church bells"]],
    ["no fuzz guitar", "distorted guitar", ["electric guitar", "clean electric guitar"]],
    ["no pan pipes", "pan flute", ["flute", "piccolo"]],
    ["no sousaphone", "tuba", ["trombone"]],
    ["no cornet", "cornet", ["trumpet", "brass"]],
    ["no steelpan", "steel drum", ["glockenspiel", "vibraphone"]],
    ["no monks", "gregorian chant", ["choir", "gospel choir"]],
    ["sin palmas", "handclaps", ["castanets", "percussion"]],
    ["sem palmas", "handclaps", ["castanets", "percussion"]],
  ])("%s", (query, excluded, allowed) => {
    expect(excludedTags(query)).toContain(excluded);
    expect(allowed.filter((name) => excludedTags(query).includes(name))).toEqual([]);
  });
});

test.each([
  ["no organ", ["church organ", "pipe organ", "hammond organ"]],
  ["no acoustic guitar", ["strummed guitar", "fingerpicked guitar"]],
  ["no harp", ["lyre"]],
  ["no flute", ["pan flute", "bamboo flute"]],
  ["no trumpet", ["cornet"]],
])("the wider name excludes its kinds: %s", (query, kinds) => {
  expect(excludedTags(query)).toEqual(expect.arrayContaining(kinds));
});
