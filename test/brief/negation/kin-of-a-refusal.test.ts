import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";

describe("a refusal of something that goes with a wish", () => {
  test.each([
    ["Guitarra española sola. Nada de flamenco.", "classical guitar", "flamenco"],
    ["Nylon guitar, alone. No flamenco.", "classical guitar", "flamenco"],
    ["Konzertgitarre allein, kein Flamenco.", "classical guitar", "flamenco"],
    ["Guitare classique seule, pas de flamenco.", "classical guitar", "flamenco"],
    ["Chitarra classica, niente flamenco.", "classical guitar", "flamenco"],
  ])("leaves the wish in a query and in a context: %s", (text, wanted, refused) => {
    for (const input of [
      { query: text, context: null },
      { query: null, context: text },
    ]) {
      const brief = parseBrief(input);
      expect(brief.wanted.map(({ name }) => name)).toContain(wanted);
      const avoided = brief.avoided.find(({ name }) => name === refused);
      expect(avoided?.isRefusedPlainly).toBe(true);
      expect(avoided?.kin.map(({ name }) => name)).not.toContain(wanted);
    }
  });

  test("drops what only a scene implies", () => {
    const { wanted } = parseBrief({ query: null, context: "a funeral, but not sad" });
    expect(wanted.map(({ name }) => name)).not.toContain("sad");
  });
});
