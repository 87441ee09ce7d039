import { expect, test } from "bun:test";
import { nearest } from "../../src/lib/nearest.ts";

const COMMANDS = ["serve", "search", "import", "usage", "keys"];

test.each([
  ["serv", "serve"],
  ["sreve", "serve"],
  ["imprt", "import"],
  ["useage", "usage"],
  ["kyes", "keys"],
  ["sea", "search"],
  ["s", null],
  ["", null],
  ["replicate", null],
])("the word nearest to %j is %j", (word, expected) => {
  expect(nearest(word, COMMANDS)).toBe(expected);
});
