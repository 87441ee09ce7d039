import { describe, expect, test } from "bun:test";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { quickStat } from "../../src/media/quick-stat.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

describe("a file with repeated stats", () => {
  test("gives its current state each time, and an error once it is removed", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a.wav");
    const statFile = quickStat();
    await expect(statFile(path)).rejects.toThrow("ENOENT");
    for (const content of ["", "a", "abc"]) {
      await writeFile(path, content);
      expect((await statFile(path)).size).toBe(content.length);
    }
    await rm(path);
    await expect(statFile(path)).rejects.toThrow("ENOENT");
  });
});
