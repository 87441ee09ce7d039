import { describe, expect, test } from "bun:test";
import { FILM_CHANGES } from "../../schema/wire/analysis.ts";
import { knownSights } from "../../src/brief/sights/sight-lines.ts";
import { filled } from "../../src/console/app/lib/fill-text.ts";
import { reasonText } from "../../src/console/app/results/reason-text.ts";
import { sightText } from "../../src/console/app/results/sight-text.ts";
import { de } from "../../src/console/app/texts/de.ts";
import { sightsEn } from "../../src/console/app/texts/sights/en.ts";
import type { TextKey } from "../../src/console/app/texts/en.ts";

const german = (key: TextKey, values = {}): string => filled(de[key], values, "de");

describe("what was seen", () => {
  test("has words for each sight and change that an analysis can detect, in English the same", () => {
    const names = [...new Set([...knownSights().map(({ name }) => name), ...FILM_CHANGES])];
    const texts: Readonly<Record<string, string>> = sightsEn;
    expect(texts).toEqual(Object.fromEntries(names.map((name) => [`sight.${name}`, name])));
  });

  test("is said in the language of the page, also in reasons", () => {
    expect(sightText("golden dusk", german)).toBe("goldene Dämmerung");
    const seen = { kind: "seen", names: ["warm"], of: "golden dusk" } as const;
    expect(reasonText(seen, { language: "de", text: german })).toContain("goldene Dämmerung");
  });

  test("is said with how certain it is", () => {
    expect(["probably golden dusk", "perhaps golden dusk"].map((name) => sightText(name, german))).toEqual([
      "wahrscheinlich goldene Dämmerung",
      "vielleicht goldene Dämmerung",
    ]);
  });

  test("stays as it is in words of a vision model", () => {
    expect(sightText("a man with a red umbrella", german)).toBe("a man with a red umbrella");
  });
});
