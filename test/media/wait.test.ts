import { expect, test } from "bun:test";
import { waitMsOf } from "../../src/media/wait.ts";

test.each([
  ["wait=1", 1_000],
  ["key=x&wait=60", 60_000],
  ["", null],
  ["wait=", null],
  ["wait=0", null],
  ["wait=61", null],
  ["wait=-5", null],
  ["wait=1.5", null],
  ["wait=5&wait=6", null],
  ["wait=soon", null],
])("the wait in %p is %p ms", (query, expected) => {
  expect(waitMsOf(new URLSearchParams(query))).toBe(expected);
});
