import { expect, test } from "bun:test";
import fc from "fast-check";
import { PairTable } from "../../../src/brief/features/pair-table.ts";

const NUMBER = fc.integer({ min: 0, max: 40 });

test("a table of pairs has the last value of each pair, like a map", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(NUMBER, NUMBER, NUMBER), { maxLength: 3_000 }), (entries) => {
      const table = new PairTable();
      const map = new Map<string, number>();
      for (const [first, second, value] of entries) {
        table.set(first, second, value);
        map.set(`${first} ${second}`, value);
      }
      for (let first = 0; first <= 40; first++)
        for (let second = 0; second <= 40; second++)
          expect(table.get(first, second)).toBe(map.get(`${first} ${second}`) ?? -1);
    }),
    { numRuns: 20 },
  );
});

test("a table of pairs grows", () => {
  const table = new PairTable();
  for (let at = 0; at < 20_000; at++) table.set(at, at * 7, at + 1);
  for (let at = 0; at < 20_000; at += 13) expect(table.get(at, at * 7)).toBe(at + 1);
  expect(table.get(1, 8)).toBe(-1);
});
