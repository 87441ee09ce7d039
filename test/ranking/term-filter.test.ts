import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { hashOf, joinSum, tagFilter, wordFilter } from "../../src/ranking/term-filter.ts";
import { stem } from "../../src/text/stem.ts";
import { tagKey } from "../../src/text/keys.ts";
import { indexOf, song } from "./support.ts";

const sumOf = (text: string): number => joinSum(0, hashOf(text));

describe("the filter of phrases", () => {
  test("joins the hashes of words to that of the phrase", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (one, other) => {
        expect(joinSum(sumOf(one), hashOf(other))).toBe(sumOf(one + other));
      }),
    );
  });

  test("accepts every tag of the catalog", () => {
    const tag = fc.string({ unit: "grapheme", minLength: 1 }).filter((name) => tagKey(name) !== "");
    fc.assert(
      fc.property(fc.array(tag, { minLength: 1, maxLength: 12 }), (tags) => {
        const isPossible = tagFilter(indexOf([song({ id: "a", tags: { mood: tags } })]));
        expect(tags.every((name) => isPossible(sumOf(tagKey(name))))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test("accepts the stem of every word of the catalog", () => {
    const word = fc.stringMatching(/^[a-z]{3,10}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (written) => {
        const index = indexOf([
          song({ id: "a", title: "Harbour", lyrics: written.join(" "), tags: { mood: ["calm"] } }),
        ]);
        const known = [...written, "harbour", "calm"].filter((one) => index.word(one) >= 0);
        expect(known).toContain("harbour");
        expect(known.every((one) => wordFilter(index)(sumOf(stem(one))))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test("rejects most phrases that are no tag", () => {
    const tags = Array.from({ length: 200 }, (_, at) => `tag ${at}`);
    const isPossible = tagFilter(indexOf([song({ id: "a", tags: { mood: tags } })]));
    const others = Array.from({ length: 2_000 }, (_, at) => sumOf(`other${at}`));
    expect(others.filter(isPossible).length).toBeLessThan(200);
  });
});
