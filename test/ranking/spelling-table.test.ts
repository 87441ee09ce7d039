import { expect, test } from "bun:test";
import { SpellingTable } from "../../src/ranking/spelling-table.ts";

test("a spelling table finds each spelling once, while it grows", () => {
  const table = new SpellingTable();
  const found: string[] = [];
  const find = (word: string): number => found.push(word) - 1;
  const text = Array.from({ length: 40_000 }, (_, number) => `w${number.toString(36)}`);
  for (let round = 0; round < 2; round++) {
    text.forEach((word, number) => {
      const inside = `the ${word} of`;
      expect(table.get(inside, 4, 4 + word.length, find)).toBe(number);
    });
  }
  expect(found).toEqual(text);
});

test("a spelling table that is full asks again", () => {
  const table = new SpellingTable();
  let asked = 0;
  const find = (word: string): number => {
    asked++;
    return Number(word);
  };
  for (let number = 0; number < 500_002; number++) {
    const word = String(number);
    if (table.get(word, 0, word.length, find) !== number) throw new Error(`${word} has another value`);
  }
  expect(asked).toBe(500_002);
  expect(table.get("7", 0, 1, find)).toBe(7);
  expect(asked).toBe(500_003);
});
