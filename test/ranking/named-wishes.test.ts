import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { kinShare } from "../../src/ranking/named-wishes.ts";
import { indexOf, song } from "./support.ts";

const brief = parseBrief({
  query: "A calm folk song with piano, cello, a harp, plucked marzipan loops and a velvet teaspoon hum",
  context: null,
});

describe("the share that near tags keep", () => {
  test("is 1 for a brief of few wishes", () => {
    const index = indexOf([song({ id: "a", tags: { mood: ["calm"], genre: ["folk"] } })]);
    expect(kinShare(index, parseBrief({ query: "calm folk with piano", context: null }))).toBe(1);
  });

  test("falls with each tag of several words that the brief contains and the vocabulary does not know", () => {
    const one = indexOf([song({ id: "a", tags: { characteristic: ["plucked marzipan loops"] } })]);
    const two = indexOf([
      song({ id: "a", tags: { characteristic: ["plucked marzipan loops", "velvet teaspoon hum"] } }),
    ]);
    const none = indexOf([song({ id: "a" })]);
    expect(kinShare(one, brief)).toBeLessThan(kinShare(none, brief));
    expect(kinShare(two, brief)).toBeLessThan(kinShare(one, brief));
  });

  test("ignores tags that a wish finds", () => {
    const index = indexOf([song({ id: "a", tags: { instrument: ["acoustic guitar"], mood: ["calm"] } })]);
    const wished = parseBrief({
      query: "A calm folk song with acoustic guitar, piano, cello and a harp",
      context: null,
    });
    expect(kinShare(index, wished)).toBe(1);
  });
});
