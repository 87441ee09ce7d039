import { describe, expect, test } from "bun:test";
import { describePixels } from "../../src/analysis/analyse-picture.ts";
import { isCutOut } from "../../src/analysis/cut-out.ts";
import { alley, draw, even, fog, forest, grain, mirrored, sunset } from "../support/drawn-pictures.ts";

/** A red car, or something like it, in front of white. */
const product = (white = 255) =>
  draw(240, 160, (x, y) => {
    const isThing = Math.abs(x - 0.5) < 0.3 && Math.abs(y - 0.55) < 0.25;
    if (!isThing) return [white, white, white];
    return y > 0.7 ? [30, 30, 34] : [190 + 40 * grain(x, y), 30, 40];
  });
/** Trees and a road in snow, below a white sky. */
const snow = () =>
  draw(240, 160, (x, y) => {
    if (y < 0.45) return [250, 250, 252];
    if (Math.abs(x - 0.5) < 0.1 + 0.3 * (y - 0.45)) return [90, 92, 96];
    return x < 0.2 || grain(x, y) > 0.4 ? [60, 64, 60] : [252, 252, 254];
  });

describe("a thing in front of plain white", () => {
  test("is recognised, also if the white is not quite white", () => {
    for (const picture of [product(), product(246), mirrored(product())]) expect(isCutOut(picture)).toBe(true);
  });

  test("is not any bright picture or any photograph", () => {
    for (const picture of [snow(), product(232), sunset(), alley(), fog(), forest(), even([200, 200, 200])])
      expect(isCutOut(picture)).toBe(false);
  });

  test("has neither a place nor an hour", () => {
    const { setting, scenes, time_of_day: time, weather, words } = describePixels(product());
    for (const { value } of [setting, time, weather, ...scenes]) expect(["unsure", "none"]).toContain(value);
    for (const word of ["indoors", "outdoors", "day", "city", "sunshine"]) expect(words).not.toContain(word);
  });
});
