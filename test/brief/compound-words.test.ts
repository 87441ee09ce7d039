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

test.each(["a rock trio of guitar, drums and bass", "a pad over drums and bass", "no drums and bass"])(
  "%s: two instruments are not the genre drum and bass",
  (query) => {
    const { wanted: wishes, avoided } = parseBrief({ query, context: null });
    const names = [...wishes, ...avoided].map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["drums", "bass"]));
    expect(names).not.toContain("drum and bass");
  },
);
