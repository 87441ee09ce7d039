import { expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../src/lib/error-code.ts";
import { makeFoldersBelow } from "../../src/lib/make-folders-below.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const MODE = 0o700;

async function codeOf(made: Promise<void>): Promise<string | null> {
  return await made.then(() => null, errorCode);
}

test("creates the missing folders, with the mode, and accepts existing ones", async () => {
  const root = temporaryFolder();
  const path = join(root, "one", "two");
  await makeFoldersBelow(root, path, MODE);
  await makeFoldersBelow(root, path, MODE);
  await makeFoldersBelow(root, root, MODE);
  expect(statSync(join(root, "one")).mode & 0o777).toBe(MODE);
  expect(statSync(path).mode & 0o777).toBe(MODE);
});

test("never creates the root", async () => {
  const root = join(temporaryFolder(), "unmounted");
  expect(await codeOf(makeFoldersBelow(root, join(root, "one", "two"), MODE))).toBe("ENOENT");
  expect(await codeOf(makeFoldersBelow(root, root, MODE))).toBe(null);
  expect(existsSync(root)).toBe(false);
});

test("fails if a file is in the way", async () => {
  const root = temporaryFolder();
  await writeFile(join(root, "file"), "");
  expect(await codeOf(makeFoldersBelow(root, join(root, "file"), MODE))).toBe("EEXIST");
  expect(await codeOf(makeFoldersBelow(root, join(root, "file", "two"), MODE))).toBe("EEXIST");
});
