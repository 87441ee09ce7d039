import { describe, expect, test } from "bun:test";
import { codesOfTitle, isOwnPiece, titleCode } from "../../src/ranking/base-title.ts";

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
    "of %p is a piece of its own, found by the song's title all the same",
    (title) => {
      expect(isOwnPiece(titleCode(title))).toBe(true);
      expect(codesOfTitle("Night Drive")).toContain(titleCode(title));
    },
  );

  test.each(["Night Driver", "Night Drive (ScorePart of Me)", "Live", "(Instrumental)"])(
    "of %p is its own",
    (title) => {
      expect(codesOfTitle("Night Drive")).not.toContain(titleCode(title));
      expect(isOwnPiece(titleCode(title))).toBe(false);
    },
  );

  test("of nothing that could be said is none", () => {
    expect(titleCode("…")).toBe(0);
    expect(codesOfTitle("…")).toEqual([]);
  });
});
