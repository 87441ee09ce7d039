import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isUuid } from "../../src/lib/ids.ts";
import type { Refinement } from "../../schema/wire/refinement.ts";
import { searchIdOf } from "../../src/search/search-id.ts";

const KEY = "11111111-1111-4111-8111-111111111111";
const OTHER_KEY = "22222222-2222-4222-8222-222222222222";

function idOf(
  inputs: { query?: string; context?: string; assetIds?: string[]; refinement?: Refinement },
  key = KEY,
): string {
  return searchIdOf(key, {
    query: inputs.query ?? null,
    context: inputs.context ?? null,
    assetIds: inputs.assetIds ?? [],
    refinement: inputs.refinement ?? null,
  });
}

describe("the search id", () => {
  test("is a UUID, and the same for the same inputs", () => {
    expect(isUuid(idOf({ query: "rain" }))).toBe(true);
    expect(idOf({ query: "rain" })).toBe(idOf({ query: "rain" }));
  });

  test("ignores Unicode forms, and outer and repeated white space", () => {
    const plain = idOf({ query: "café at dawn" });
    expect(idOf({ query: "cafe\u0301 at dawn" })).toBe(plain);
    expect(idOf({ query: "  café \n\t at\u00a0dawn " })).toBe(plain);
    expect(idOf({ query: "ｃafé at dawn" })).toBe(plain);
  });

  test("depends on case, because case can mark a name", () => {
    expect(idOf({ query: "Rain" })).not.toBe(idOf({ query: "rain" }));
  });

  test("treats assets as a set", () => {
    expect(idOf({ assetIds: ["b", "a", "b"] })).toBe(idOf({ assetIds: ["a", "b"] }));
    expect(idOf({ assetIds: ["a"] })).not.toBe(idOf({ assetIds: ["b"] }));
  });

  test("treats a text without letter or digit as absent", () => {
    expect(idOf({ query: " … ", context: "a storm over the sea" })).toBe(idOf({ context: "a storm over the sea" }));
  });

  test("differs between keys, and between query and context", () => {
    expect(idOf({ query: "rain" }, OTHER_KEY)).not.toBe(idOf({ query: "rain" }));
    expect(idOf({ query: "rain" })).not.toBe(idOf({ context: "rain" }));
  });

  test("covers the extensions, in any order", () => {
    const extended = (given: Partial<Refinement>): string =>
      idOf({
        query: "rain",
        refinement: { refines: null, earlier: [], likes: [], dislikes: [], wishes: [], ...given },
      });
    const ids = [
      idOf({ query: "rain" }),
      extended({ refines: "a" }),
      extended({ likes: ["a", "b"] }),
      extended({ dislikes: ["a", "b"] }),
      extended({ wishes: [{ id: "mood/calm", weight: 1 }] }),
      extended({ wishes: [{ id: "mood/calm", polarity: "must" }] }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(extended({ likes: ["b", "a"] })).toBe(extended({ likes: ["a", "b"] }));
    const [one, other] = [
      { id: "a", weight: 1 },
      { id: "b", weight: 0 },
    ];
    expect(extended({ wishes: [one, other].flatMap((wish) => wish ?? []) })).toBe(
      extended({ wishes: [other, one].flatMap((wish) => wish ?? []) }),
    );
  });

  test("depends on where one input ends and the next one starts (property)", () => {
    const text = fc.stringMatching(/^[a-z",[\]\\ ]{0,12}$/);
    fc.assert(
      fc.property(text, text, text, text, (query, context, otherQuery, otherContext) => {
        const fold = (value: string): string => (/[a-z]/.test(value) ? value.trim().replace(/ +/g, " ") : "");
        const isSame = fold(query) === fold(otherQuery) && fold(context) === fold(otherContext);
        expect(idOf({ query, context }) === idOf({ query: otherQuery, context: otherContext })).toBe(isSame);
      }),
    );
  });
});
