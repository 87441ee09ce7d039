import { expect, test } from "bun:test";
import { isFresh } from "../../src/lib/is-fresh.ts";

test.each([
  ["just now", 100, 100, true],
  ["within the time", 100, 109, true],
  ["at its end", 100, 110, false],
  ["long ago", 100, 1_000, false],
  ["in the future, after the clock was set back", 100, 99, false],
])("what happened %s", (_, at, now, expected) => {
  expect(isFresh(at, now, 10)).toBe(expected);
});
