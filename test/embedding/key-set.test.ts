import { expect, test } from "bun:test";
import { KeySet } from "../../src/embedding/key-set.ts";
import { keyOfWords } from "../../src/embedding/store.ts";

test("a set of keys has exactly the added keys, however many", () => {
  const keys = Array.from({ length: 3_000 }, (_, at) => keyOfWords(`song ${at}`));
  const set = new KeySet();
  for (const key of keys.slice(0, 2_500)) set.add(key);
  expect(keys.map((key) => set.has(key))).toEqual(keys.map((_, at) => at < 2_500));
  const late = keys[2_999] ?? keyOfWords("");
  set.add(late);
  expect(set.has(late)).toBe(true);
  expect(new KeySet().has(late)).toBe(false);
});
