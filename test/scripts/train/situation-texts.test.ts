import { describe, expect, test } from "bun:test";
import { samplesIn } from "../../../scripts/train/situation-texts.ts";

describe("a file of situation texts", () => {
  test("gives a sample for each text and each list of cues", () => {
    const samples = samplesIn("= cyberpunk city\ncues en: neon, drone\nen: The neon flickers.\\nShe runs.\n");
    expect(samples.map(({ isStory }) => isStory)).toEqual([false, true]);
    expect(samples.map(({ cues }) => cues.has("neon"))).toEqual([true, true]);
    expect(new Set(samples.map(({ situation }) => situation)).size).toBe(1);
  });

  test.each([
    ["an unknown name", "= no such situation\n", "has no definition"],
    ["a text before the first name", "en: The neon flickers.\n", "before the first name"],
    ["any other line", "= cyberpunk city\nThe neon flickers.\n", "not a line"],
  ])("with %s is refused", (_name, file, message) => {
    expect(() => samplesIn(file)).toThrow(message);
  });
});
