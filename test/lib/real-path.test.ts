import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { realPath } from "../../src/lib/real-path.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a real path has no symbolic links, and its last parts need not exist", () => {
  const folder = realPath(temporaryFolder());
  const linked = join(folder, "linked");
  mkdirSync(join(folder, "data"));
  symlinkSync(join(folder, "data"), linked);
  expect(realPath(linked)).toBe(join(folder, "data"));
  expect(realPath(join(linked, "media/new/"))).toBe(join(folder, "data/media/new"));
  expect(realPath("/no-such-folder/media")).toBe("/no-such-folder/media");
});
