import { expect, test } from "bun:test";
import fc from "fast-check";
import { complaintOfExcerpt } from "../../src/assets/excerpt.ts";
import { EXCERPT_SECONDS_MIN, excerptBetween, hasExcerpts, withEdge } from "../../src/console/app/search/excerpt.ts";

test("a dragged part begins at the earlier position, and is at least ten seconds long", () => {
  expect(excerptBetween(75, 45, 180)).toEqual({ start: 45, end: 75 });
  expect(excerptBetween(45.04, 46, 180)).toEqual({ start: 45, end: 55.1 });
  expect(excerptBetween(178, 180, 180)).toEqual({ start: 170, end: 180 });
});

test("the whole sound is no part", () => {
  expect(excerptBetween(0, 180, 180)).toBeNull();
  expect(withEdge({ start: 0, end: 60 }, { edge: "end", seconds: 999 }, 180)).toBeNull();
});

test("a moved edge pushes the other one", () => {
  expect(withEdge(null, { edge: "start", seconds: 60 }, 180)).toEqual({ start: 60, end: 180 });
  expect(withEdge({ start: 10, end: 30 }, { edge: "start", seconds: 25 }, 180)).toEqual({ start: 25, end: 35 });
  expect(withEdge({ start: 20, end: 40 }, { edge: "end", seconds: 22 }, 180)).toEqual({ start: 12, end: 22 });
  expect(withEdge({ start: 20, end: 40 }, { edge: "end", seconds: -5 }, 180)).toEqual({ start: 0, end: 10 });
});

test("every chosen part is one that the service takes", () => {
  const seconds = fc.double({ min: -20, max: 4_000, noNaN: true });
  const length = fc.double({ min: EXCERPT_SECONDS_MIN + 0.2, max: 3_600, noNaN: true });
  fc.assert(
    fc.property(seconds, seconds, length, fc.constantFrom("start", "end"), (one, other, long, edge) => {
      expect(hasExcerpts(long)).toBe(true);
      const dragged = excerptBetween(one, other, long);
      for (const part of [dragged, withEdge(dragged, { edge, seconds: other }, long)]) {
        if (part !== null) expect(complaintOfExcerpt(part, long)).toBeNull();
      }
    }),
  );
});
