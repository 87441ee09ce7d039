import { describe, expect, test } from "bun:test";
import { de as adminDe } from "../../src/console/app/admin/texts/de.ts";
import { en as adminEn } from "../../src/console/app/admin/texts/en.ts";
import { es as adminEs } from "../../src/console/app/admin/texts/es.ts";
import { fr as adminFr } from "../../src/console/app/admin/texts/fr.ts";
import { de } from "../../src/console/app/texts/de.ts";
import { en } from "../../src/console/app/texts/en.ts";
import { es } from "../../src/console/app/texts/es.ts";
import { fr } from "../../src/console/app/texts/fr.ts";

type Texts = Readonly<Record<string, string>>;

/** Name, English texts, texts. */
const ALL: readonly (readonly [string, Texts, Texts])[] = [
  ["de", en, de],
  ["fr", en, fr],
  ["es", en, es],
  ["de, of the administration", adminEn, adminDe],
  ["fr, of the administration", adminEn, adminFr],
  ["es, of the administration", adminEn, adminEs],
];

function placeholdersOf(text: string): readonly string[] {
  return [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();
}

describe.each(ALL)("the texts in %s", (_language, english, texts) => {
  test("have the keys of the English texts", () => {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english).toSorted());
  });

  test("have the same placeholders, and are not empty", () => {
    for (const [key, text] of Object.entries(texts)) {
      expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(english[key] ?? "")]);
      expect([key, text.trim()]).toEqual([key, text]);
      expect([key, text.length > 0]).toEqual([key, true]);
    }
  });
});

describe("the words of the console", () => {
  const searched = (texts: Texts, word: RegExp): readonly string[] =>
    Object.entries(texts).flatMap(([key, text]) => (word.test(text) ? [key] : []));

  test("call a song by one word in each language", () => {
    const ofTitles = ["catalog.search-title", "sort.title", "sort.-title", "reason.says.title"];
    expect(searched({ ...fr, ...adminFr }, /titre/i)).toEqual(ofTitles);
    expect(searched({ ...de, ...adminDe }, /Song/)).toEqual([]);
  });

  test("ask for no key at what also works without a keyboard", () => {
    for (const texts of [en, de, fr, es]) {
      const used = [texts["lists.current"], texts["lists.choose"], texts["list.empty"]];
      expect(used.filter((text) => /\bF\b/.test(text))).toEqual([]);
    }
  });
});
