import { describe, expect, test } from "bun:test";
import { codesOfTitle, isSeparatePiece, titleCode } from "../../src/ranking/base-title.ts";

describe("a title's code", () => {
  test.each([
    "Night Drive (Instrumental)",
    "Night Drive - 60s",
    "Night Drive v2",
    "night drive [Radio Edit]",
    "Night Drive (No Vox)",
    "Night Drive (:30)",
    "Night Drive – TV Mix",
  ])("of %p is that of the song", (title) => {
    expect(titleCode(title)).toBe(titleCode("Night Drive"));
  });

  test.each(["Night Drive (Kilo Remix)", "Night Drive (Live)", "Night Drive - Acoustic Version"])(
    "of %p marks a piece of its own, which the song's title finds too",
    (title) => {
      expect(isSeparatePiece(titleCode(title))).toBe(true);
      expect(codesOfTitle("Night Drive")).toContain(titleCode(title));
    },
  );

  test.each(["Night Driver", "Night Drive (ScorePart of Me)", "Live", "(Instrumental)"])(
    "of %p differs from the song's",
    (title) => {
      expect(codesOfTitle("Night Drive")).not.toContain(titleCode(title));
      expect(isSeparatePiece(titleCode(title))).toBe(false);
    },
  );

  test("of a title without letters and digits is 0", () => {
    expect(titleCode("…")).toBe(0);
    expect(codesOfTitle("…")).toEqual([]);
  });
});
