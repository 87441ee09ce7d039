import { describe, expect, test } from "bun:test";
import { de } from "../../src/console/app/texts/de.ts";
import { en } from "../../src/console/app/texts/en.ts";
import { es } from "../../src/console/app/texts/es.ts";
import { fr } from "../../src/console/app/texts/fr.ts";

const ENGLISH: Readonly<Record<string, string>> = en;

function placeholdersOf(text: string): readonly string[] {
  return [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();
}

describe.each(Object.entries({ de, fr, es }))(
  "the texts in %s",
  (_language, texts: Readonly<Record<string, string>>) => {
    test("have the keys of the English texts", () => {
      expect(Object.keys(texts).toSorted()).toEqual(Object.keys(ENGLISH).toSorted());
    });

    test("have the same placeholders, and are not empty", () => {
      for (const [key, text] of Object.entries(texts)) {
        expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(ENGLISH[key] ?? "")]);
        expect([key, text.trim()]).toEqual([key, text]);
        expect([key, text.length > 0]).toEqual([key, true]);
      }
    });
  },
);
