import { expect, test } from "bun:test";
import { ScrollSpeed } from "../../src/console/app/lib/scroll-speed.ts";

/** Scrolls by these steps, 16 ms apart or as given, in a window of 900 pixels. */
function scrolled(...steps: readonly (number | { readonly afterMs: number; readonly by: number })[]): boolean[] {
  const speed = new ScrollSpeed(0);
  let [position, at] = [0, 1_000];
  return steps.map((step) => {
    const { afterMs, by } = typeof step === "number" ? { afterMs: 16, by: step } : step;
    position += by;
    at += afterMs;
    return speed.isFast(position, at, 900);
  });
}

test("a movement is too fast to read from its third long step on, in both directions", () => {
  expect(scrolled(400, 400, 400, 400)).toEqual([false, false, true, true]);
  expect(scrolled(5_000, -400, -400)).toEqual([false, false, true]);
});

test("a wheel, and a key that scrolls by a page, are not", () => {
  expect(scrolled(100, 120, 200, 225)).toEqual([false, false, false, false]);
  const page = { afterMs: 300, by: 800 };
  expect(scrolled(page, page, page, page)).toEqual([false, false, false, false]);
});

test("a slow step ends it", () => {
  expect(scrolled(400, 400, 400, 50, 400)).toEqual([false, false, true, false, false]);
});
