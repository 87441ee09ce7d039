import { beforeEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EmbeddedPart } from "../../src/native/embedded.ts";
import { folderOf, isIntact, removeOutdated, unpack } from "../../src/native/unpack.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const HOUR_MS = 3_600_000;

let root: string;
let folder: string;

beforeEach(async () => {
  root = temporaryFolder();
  folder = join(root, "native", "version");
  await mkdir(join(root, "native"));
});

/** A part of 3 MB, so that it is read in many chunks. */
async function makePart(fill: string, change: Partial<EmbeddedPart> = {}): Promise<EmbeddedPart> {
  const content = Buffer.alloc(3_000_000, fill);
  const compressed = join(root, `${fill}.zst`);
  await Bun.write(compressed, Bun.zstdCompressSync(content));
  return {
    name: "ffprobe",
    relativePath: "bin/ffprobe",
    sizeBytes: content.length,
    sha256: new Bun.CryptoHasher("sha256").update(content).digest("hex"),
    compressed,
    ...change,
  };
}

function failureOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(() => "no failure", String);
}

test("an unpacked part is complete, executable, and private to its owner", async () => {
  const part = await makePart("a");
  const path = await unpack(part, folder);
  expect(path).toBe(join(folder, "bin/ffprobe"));
  expect(await isIntact(part, folder)).toBe(true);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, "bin"))).mode & 0o777).toBe(0o700);
});

test("unpacking leaves no temporary file", async () => {
  await unpack(await makePart("a"), folder);
  expect(await readdir(join(folder, "bin"))).toEqual(["ffprobe"]);
});

test("a missing part is not intact", async () => {
  expect(await isIntact(await makePart("a"), folder)).toBe(false);
});

test.each([
  ["with another size", async (path: string) => writeFile(path, "short")],
  ["with the same size but other bytes", async (path: string) => writeFile(path, Buffer.alloc(3_000_000, "b"))],
  ["that is not executable", async (path: string) => chmod(path, 0o600)],
])("a file %s is not intact, and unpacking replaces it", async (_title, damage) => {
  const part = await makePart("a");
  await damage(await unpack(part, folder));
  expect(await isIntact(part, folder)).toBe(false);
  await unpack(part, folder);
  expect(await isIntact(part, folder)).toBe(true);
});

test("a damaged copy in the executable is refused and leaves no file", async () => {
  const part = await makePart("a", { sha256: "0".repeat(64) });
  expect(await failureOf(unpack(part, folder))).toContain("Could not unpack ffprobe");
  expect(await readdir(join(folder, "bin"))).toEqual([]);
});

test("a truncated copy is refused and leaves no file", async () => {
  const part = await makePart("a");
  const bytes = await Bun.file(part.compressed).bytes();
  await Bun.write(part.compressed, bytes.subarray(0, bytes.length / 2));
  expect(await failureOf(unpack(part, folder))).toContain("Could not unpack ffprobe");
  expect(await readdir(join(folder, "bin"))).toEqual([]);
});

test("several processes can unpack the same part at the same time", async () => {
  const part = await makePart("a");
  await Promise.all(Array.from({ length: 6 }, () => unpack(part, folder)));
  expect(await isIntact(part, folder)).toBe(true);
  expect(await readdir(join(folder, "bin"))).toEqual(["ffprobe"]);
});

test("another digest or path of any part gives another folder", async () => {
  const [a, b] = [await makePart("a"), await makePart("b")];
  const names = [[a], [b], [a, b], [{ ...a, relativePath: "ffprobe" }]].map(folderOf);
  expect(new Set(names).size).toBe(4);
  expect(folderOf([a, b])).toBe(folderOf([a, b]));
});

test("folders of other versions are removed", async () => {
  const part = await makePart("a");
  await unpack(part, folder);
  await unpack(part, join(root, "native", "older"));
  await removeOutdated(join(root, "native"), "version", Date.now());
  expect(await readdir(join(root, "native"))).toEqual(["version"]);
  expect(await isIntact(part, folder)).toBe(true);
});

test("an old temporary file of a crash is removed, and a recent one of another process is not", async () => {
  await mkdir(join(folder, "bin"), { recursive: true });
  const [old, fresh] = ["ffprobe.1.unpacking", "ffprobe.2.unpacking"].map((name) => join(folder, "bin", name));
  const now = Date.now();
  for (const path of [old, fresh]) await writeFile(path ?? "", "half");
  await utimes(old ?? "", (now - HOUR_MS) / 1000, (now - HOUR_MS) / 1000);
  await removeOutdated(join(root, "native"), "version", now);
  expect([existsSync(old ?? ""), existsSync(fresh ?? "")]).toEqual([false, true]);
});

test("a data folder without unpacked parts stays unchanged", async () => {
  await removeOutdated(join(root, "absent"), "version", Date.now());
  expect(existsSync(join(root, "absent"))).toBe(false);
});
