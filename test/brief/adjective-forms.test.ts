import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

const wanted = (query: string): string[] => parseBrief({ query, context: null }).wanted.map(({ name }) => name);

describe("an adjective of a Romance language", () => {
  test.each([
    ["una música muy fría y sombría", ["cold", "dark"]],
    ["una canción melódica", ["melodic"]],
    ["guitarras metálicas", ["guitar", "metallic"]],
    ["una melodía orgánica y rápida", ["melodic", "organic sound", "fast"]],
    ["una musica molto cupa e tesa", ["dark", "tense"]],
    ["uma música muito sombria", ["dark"]],
  ])("means the same in every gender and number: %p", (brief, expected) => {
    expect(wanted(brief)).toEqual(expected);
  });

  test("has no forms of a verb", () => {
    expect(wanted("la pieza dura tres minutos")).toEqual([]);
  });

  test("keeps its meaning when it is avoided, although another word has the same stem", () => {
    const { avoided } = parseBrief({ query: "salsa pero no demasiado rápida", context: null });
    expect(avoided.map(({ name }) => name)).toEqual(["fast"]);
  });
});
