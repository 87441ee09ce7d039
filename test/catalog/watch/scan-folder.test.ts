import { beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scanFolder } from "../../../src/catalog/watch/scan-folder.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, "album"));
  write("album/a.wav", "aaaa");
  write("songs.JSONL", "{}");
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
  utimesSync(join(folder, name), 1_000, 1_000);
}

async function fingerprint(): Promise<string> {
  const scan = await scanFolder(folder);
  return scan.kind === "scanned" ? scan.fingerprint : scan.reason;
}

describe("a scan", () => {
  test("counts the files that an import can read, at any depth", async () => {
    write("notes.log", "not music");
    write(".hidden.wav", "aaaa");
    mkdirSync(join(folder, ".trash"));
    write(".trash/b.wav", "bbbb");
    symlinkSync(join(folder, "album"), join(folder, "link.wav"));
    symlinkSync("nowhere", join(folder, "dangling.wav"));
    expect(await scanFolder(folder)).toMatchObject({ kind: "scanned", files: 2 });
  });

  test.each([
    ["another size", () => write("album/a.wav", "aaaaa")],
    ["another time", () => utimesSync(join(folder, "album/a.wav"), 1_001, 1_001)],
    ["another name", () => renameSync(join(folder, "album/a.wav"), join(folder, "album/b.wav"))],
    ["a further file", () => write("album/b.flac", "")],
  ])("has another fingerprint after %s", async (_, change) => {
    const before = await fingerprint();
    expect(await fingerprint()).toBe(before);
    change();
    expect(await fingerprint()).not.toBe(before);
  });

  test("has the same fingerprint after a change that no import reads", async () => {
    const before = await fingerprint();
    write("notes.log", "more");
    expect(await fingerprint()).toBe(before);
  });

  test("of a missing folder, of a file, and of too many files is unavailable", async () => {
    const missing = join(folder, "missing");
    expect(await scanFolder(missing)).toEqual({ kind: "unavailable", reason: `${missing} does not exist.` });
    const file = join(folder, "songs.JSONL");
    expect(await scanFolder(file)).toEqual({ kind: "unavailable", reason: `${file} cannot be read: ENOTDIR.` });
    expect(await scanFolder(folder, 1)).toMatchObject({ kind: "unavailable" });
  });
});
