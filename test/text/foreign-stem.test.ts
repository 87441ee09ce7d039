import { expect, test } from "bun:test";
import { foreignStem } from "../../src/text/foreign-stem.ts";

test.each([
  ["fr", "mélancoliques", "mélancolique"],
  ["de", "fröhlichen", "fröhliche"],
  ["es", "alegres", "alegre"],
  ["it", "malinconiche", "malinconica"],
  ["pt", "tranquilas", "tranquila"],
] as const)("inflections of a word share a stem in %s: %s, %s", (language, one, other) => {
  for (let pass = 0; pass < 2; pass++) expect(foreignStem(language, one)).toBe(foreignStem(language, other));
});

test("each language keeps its own stems", () => {
  expect(foreignStem("de", "stimmungen")).not.toBe(foreignStem("fr", "stimmungen"));
  expect(foreignStem("de", "stimmungen")).toBe(foreignStem("de", "stimmung"));
});
