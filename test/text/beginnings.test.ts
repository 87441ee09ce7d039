import { expect, test } from "bun:test";
import fc from "fast-check";
import { beginningsOf } from "../../src/text/beginnings.ts";

test("a word begins a longer key, and neither itself nor a key without it", () => {
  const begins = beginningsOf(["hiphop", "drumandbass", "drum", "lofi"]);
  expect(["hip", "drum", "drumand", "lof"].map(begins)).toEqual([true, true, true, true]);
  expect(["hiphop", "hop", "lofi", "drums", ""].map(begins)).toEqual([false, false, false, false, true]);
});

test("no word that begins a longer key is missed", () => {
  const key = fc.string({ unit: fc.constantFrom("a", "b", "é"), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(key), key, (keys, word) => {
      const isBeginning = keys.some((one) => one.length > word.length && one.startsWith(word));
      const answer = beginningsOf(keys)(word);
      expect(word.length < 3 ? answer : answer === isBeginning).toBe(true);
    }),
  );
});
