import { describe, expect, test } from "bun:test";
import { markedText, readMarkedTexts } from "../../../scripts/train/marked-texts.ts";

describe("a marked text", () => {
  test("is read without its marks, which have the offsets of their words", () => {
    const { lang, form, text, marks } = markedText(
      "en club mail\n[+Rock] yes, [-metal] no.\nThe [0house] band may stay.\n",
    );
    expect([lang, form]).toEqual(["en", "club mail"]);
    expect(text).toBe("Rock yes, metal no.\nThe house band may stay.");
    expect(marks.map(({ start, end, stance }) => [text.slice(start, end), stance])).toEqual([
      ["Rock", "wanted"],
      ["metal", "refused"],
      ["house", "everyday"],
    ]);
  });

  test("keeps brackets that are no marks", () => {
    const { text, marks } = markedText("de Notiz\n[10:31] Nina: [~Chor] geht [auch]\n");
    expect(text).toBe("[10:31] Nina: Chor geht [auch]");
    expect(marks).toHaveLength(1);
  });

  test("of the train and held-out parts exists in six languages, and none is in both", () => {
    const train = readMarkedTexts("train");
    const heldOut = readMarkedTexts("held-out");
    for (const texts of [train, heldOut])
      expect([...new Set(texts.map(({ lang }) => lang))].toSorted()).toEqual(["de", "en", "es", "fr", "it", "pt"]);
    expect(train.length).toBeGreaterThan(2_000);
    const known = new Set(train.map(({ text }) => text));
    expect(heldOut.filter(({ text }) => known.has(text))).toEqual([]);
  });
});
