import { expect, test } from "bun:test";
import { CUT_ENDINGS, CUT_FORMS } from "../../../schema/wire/cut.ts";
import { cutName, parseCutName } from "../../../src/media/cut/cut-name.ts";

test("the name of a cut says its length, ending and form", () => {
  expect(cutName({ form: "watermarked", hundredths: 2_995, ending: "fade" })).toBe("29.95-fade.watermarked.mp3");
  for (const form of CUT_FORMS) {
    for (const ending of CUT_ENDINGS) {
      const cut = { form, hundredths: 3_000, ending };
      expect(parseCutName(cutName(cut))).toEqual(cut);
    }
  }
});

test("other names, and lengths out of bounds, name no cut", () => {
  const others = ["", "30-button.mp3", "30.00-hard.mp3", "030.00-fade.mp3", "30.00-fade.flac", "30.000-fade.mp3"];
  const outside = ["4.99-fade.mp3", "300.01-fade.wav", "999.99-fade.mp3"];
  expect([...others, ...outside].map(parseCutName).filter((cut) => cut !== null)).toEqual([]);
});
