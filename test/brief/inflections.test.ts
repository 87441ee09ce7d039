import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

function read(query: string) {
  return parseBrief({ query, context: null });
}

describe("an inflection", () => {
  test.each([
    ["darker", "dark", 0.9],
    ["happier", "happy", 0.9],
    ["the happiest of all", "happy", 0.9],
    ["slower", "slow", 0.9],
    ["darkly", "dark", 0.9],
    ["gently", "calm", 0.9],
    ["melancholically", "melancholic", 0.9],
    ["moodier", "moody", 0.9],
    ["violins", "violin", 0.9],
    ["sadness", "sad", 0.9],
    ["darkish", "dark", 0.45],
    ["semiclassical", "classical", 0.54],
    ["semi-classical", "classical", 0.54],
    ["ultra-modern", "modern", 1],
    ["ultramodern", "modern", 0.9],
    ["super-slow", "slow", 1],
    ["jazz-tinged", "jazz", 0.54],
    ["jazz-inspired", "jazz", 0.81],
    ["a jazz inspired score", "jazz", 0.81],
    ["80s-style", "80s", 0.9],
    ["string-laden", "strings", 0.9],
    ["funk-like", "funk", 0.72],
  ])("reads %s as %s of weight %d", (query, name, weight) => {
    const wish = read(query).wanted.find((one) => one.name === name);
    expect(wish?.weight).toBeCloseTo(weight, 2);
  });

  test.each([
    ["a plucked lute", "synth pluck"],
    ["a line that runs through it", "sport"],
    ["the pump was running", "sport"],
    ["a long introduction", "longing"],
    ["a tense atmosphere", "atmospheric"],
    ["music for the film festival", "festive"],
    ["two songs played in alternating order", "alternative rock"],
    ["as present in the mix as the piano", "corporate"],
  ])("is not read into a word that only shares a stem: %s", (query, name) => {
    expect(read(query).wanted.map((wish) => wish.name)).not.toContain(name);
  });

  test.each(["jazz-inspired", "ultra-modern", "semi-classical", "string-laden"])("leaves no word over: %s", (query) => {
    const { wanted, text } = read(query);
    expect(wanted).toHaveLength(1);
    expect(text).toEqual([]);
  });

  test("of a plain English word or a scene is no wish", () => {
    for (const query of ["rocky", "hardly", "rocker boots trapper", "flower", "a popper"])
      expect(read(query).wanted.filter(({ name }) => ["hard", "flow", "trap", "pop"].includes(name))).toEqual([]);
  });

  test("has less precedence than the word itself", () => {
    expect(read("bass-heavy").wanted.map(({ name }) => name)).toEqual(["bass-heavy"]);
    expect(read("neo-soul").wanted.map(({ name }) => name)).toEqual(["neo soul"]);
  });

  test('with "non-" is avoided', () => {
    const { wanted, avoided } = read("warm, non-aggressive");
    expect(wanted.map(({ name }) => name)).toEqual(["warm"]);
    expect(avoided.map(({ name }) => name)).toEqual(["aggressive"]);
  });
});

describe("a style named after somebody", () => {
  test.each([
    ["Morricone-style whistling", "Morricone"],
    ["a Zimbler-esque score", "Zimbler"],
    ["something Zimbleresque", "Zimbler"],
    ["warm, Nina Simone-like", "Nina Simone"],
    ["Coldplay-inspired pop", "Coldplay"],
  ])("is a reference: %s", (query, name) => {
    expect(read(query).mentions).toMatchObject([{ role: "like", certain: true }]);
    expect(read(query).mentions[0]?.readings[0]).toEqual([name]);
    expect(read(query).text.map(({ word }) => word)).not.toContain(name.toLowerCase());
  });

  test("in lower case is an uncertain mention", () => {
    expect(read("coldplay-style").mentions).toMatchObject([{ readings: [["coldplay"]], certain: false }]);
  });

  test("is not read into a musical word, or a word with the same ending", () => {
    for (const query of ["jazz-inspired", "80s-style", "picturesque hills", "Picturesque", "grotesque"])
      expect(read(query).mentions).toEqual([]);
  });
});
