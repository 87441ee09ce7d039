import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { RULES } from "../../src/ranking/rules.ts";

const namesIn = (folder: string, ending: string): string[] =>
  readdirSync(join(import.meta.dir, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .toSorted();

test("every rule has its own test file and its own name", () => {
  const rules = namesIn("../../src/ranking/rules", ".ts");
  expect(namesIn("rules", ".test.ts")).toEqual(rules);
  expect(RULES.length).toBe(rules.length);
  expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length);
});
