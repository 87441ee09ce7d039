import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { LONG_FILES, testGroups } from "../../scripts/test/test-groups.ts";

const groups = testGroups([]);
const filesOf = (isIsolated: boolean): readonly string[] =>
  groups.filter((group) => group.isIsolated === isIsolated).flatMap(({ files }) => files);

test("every test file is in one group", () => {
  const all = [...new Bun.Glob("test/**/*.test.ts").scanSync()].toSorted();
  expect(groups.flatMap(({ files }) => files).toSorted()).toEqual(all);
});

test("files that change globals, or import a module of the tests that does, get their own", () => {
  // The first replaces functions itself, the second reads the environment in a module that it imports.
  expect(filesOf(true)).toContain("test/catalog/measured-songs-gauges.test.ts");
  expect(filesOf(true)).toContain("test/http/fuzz.test.ts");
  expect(filesOf(false)).toContain("test/ranking/properties.test.ts");
});

test("the files that begin first exist", () => {
  expect([...LONG_FILES].filter((file) => !existsSync(file))).toEqual([]);
});
