import { expect, test } from "bun:test";
import fc from "fast-check";
import { firstFrom, lastBefore, wordsBetween } from "../../../src/brief/stances/word-places.ts";

const lists = fc
  .array(fc.tuple(fc.nat({ max: 30 }), fc.integer({ min: 1, max: 4 })))
  .map((pairs) => pairs.map(([from, length]) => ({ from, to: from + length })).toSorted((a, b) => a.from - b.from));
const place = fc.integer({ min: -1, max: 36 });

test("the nearest words are those that a pass over the list finds", () => {
  fc.assert(
    fc.property(lists, place, (words, at) => {
      expect(lastBefore(words, at)).toBe(words.findLast(({ to }) => to <= at));
      expect(words[firstFrom(words, at)]).toBe(words.find(({ from }) => from >= at));
    }),
  );
});

test("the words between two tokens are those that begin there", () => {
  fc.assert(
    fc.property(lists, place, fc.nat({ max: 20 }), (words, from, length) => {
      const to = from + length;
      expect(wordsBetween(words, from, to)).toEqual(words.filter((one) => one.from >= from && one.from < to));
    }),
  );
});
