import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

function wanted(query: string): string[] {
  return parseBrief({ query, context: null }).wanted.map(({ name }) => name);
}

describe("a compound has no musical meaning", () => {
  test.each([
    ["a golf club", "club"],
    ["tennis clubs", "club"],
    ["a swing state", "swing"],
    ["sea bass", "bass"],
    ["the rock face", "rock"],
    ["metal workshops", "metal"],
    ["pop-up shops", "pop"],
    ["a fire drill", "drill"],
    ["in March", "march"],
    ["the new house by the lake", "house"],
    ["soul mates", "soul"],
    ["champagne flutes", "flute"],
    ["polka dots", "polka"],
    ["consumer electronics", "electronic"],
    ["the energy bill", "energetic"],
    ["a positive test", "positive"],
  ])("%s", (words, name) => {
    expect(wanted(`gentle piano for a film about ${words}`)).not.toContain(name);
  });
});

describe("a compound has one", () => {
  test.each([
    ["old house music", "house"],
    ["deep house and soul", "deep house"],
    ["pop-up swing band", "swing"],
    ["rock and metal", "metal"],
    ["our club tracks", "club"],
    ["bass and drums", "bass"],
    ["drum & bass", "drum and bass"],
    ["country and folk", "country"],
    ["a military march", "march"],
    ["warm piano with strings and brass", "strings"],
    ["a rock and roll track", "rock and roll"],
    ["a waltz in A minor", "waltz"],
    ["upbeat pop in the style of the 80s", "pop"],
    ["indie pop in the vein of Phoenix", "indie pop"],
    ["an old folk ballad", "folk ballad"],
    ["a cold electronic soundscape", "cold"],
  ])("%s", (words, name) => {
    expect(wanted(words)).toContain(name);
  });
});

function named(query: string): string[] {
  const { wanted: wishes, avoided } = parseBrief({ query, context: null });
  return [...wishes, ...avoided].map(({ name }) => name);
}

test.each([
  "a rock trio of guitar, drums and bass",
  "guitar, drums & bass",
  "guitar and drums and bass",
  "with piano, drums and bass",
  "with piano, heavy drums & bass",
  "a pad over drums and bass",
  "guitar, vocals, drums and bass",
  "guitar, dark drums and bass",
  "drums and bass and keys",
  "drums & bass, and warm strings",
  "drums and bass guitar",
  "no drums and bass",
  "no drums & bass",
  "no guitar, drums & bass",
])("%s: two instruments are not the genre drum and bass", (query) => {
  const names = named(query);
  expect(names).toEqual(expect.arrayContaining(["drums", "bass"]));
  expect(names).not.toContain("drum and bass");
});

test.each([
  ["rock and rolls", "rock and roll"],
  ["rhythms and blues", "rhythm and blues"],
  ["drum-and-basses", "drum and bass"],
  ["drums and bass", "drum and bass"],
  ["Drums and Bass", "drum and bass"],
  ["drums n bass", "drum and bass"],
  ["liquid drums and bass at 174 bpm", "liquid drum and bass"],
  ["drums and bass music for a car chase", "drum and bass"],
  ["techno, drums and bass, house", "drum and bass"],
  ["guitar for the intro, then techno, drums and bass", "drum and bass"],
  ["drums and bass, female vocals", "drum and bass"],
  ["no vocals, drums and bass", "drum and bass"],
  ["drums and bass with a piano", "drum and bass"],
  ["no dubstep or drums and bass", "drum and bass"],
  ["guitar, drum and bass", "drum and bass"],
])("%s: an inflected genre is the genre", (query, genre) => {
  const names = named(query);
  expect(names).toContain(genre);
  expect(names).not.toContain("drums");
});
