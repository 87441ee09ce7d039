import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const created: string[] = [];

// Every test file loads its own copy of this module (`--isolate`), so the folders are removed after the last test of the file.
afterAll(() => {
  for (const path of created.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** A folder on a disk: file systems in memory let a process write to immutable files that it has open. */
export const ON_DISK = "/var/tmp";

/** Creates an empty folder, which is removed after the last test of the file. Returns its absolute path. */
export function temporaryFolder(parent = tmpdir()): string {
  const path = mkdtempSync(join(parent, "needledrop-test-"));
  created.push(path);
  return path;
}

/** A temporary folder whose files the tests name by their paths inside it. */
export class TestFolder {
  readonly path = temporaryFolder();

  to(name: string): string {
    return join(this.path, name);
  }

  /** Writes a file and returns its path. */
  async file(name: string, content: string | Uint8Array): Promise<string> {
    await writeFile(this.to(name), content);
    return this.to(name);
  }
}
