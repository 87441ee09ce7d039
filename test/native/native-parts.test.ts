import { beforeEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Embedded, EmbeddedPart } from "../../src/native/embedded.ts";
import { openNativeParts, unpackedParts } from "../../src/native/native-parts.ts";
import type { PartName } from "../../src/native/packages.ts";
import { NativePartsUnusable } from "../../src/native/unpack.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let root: string;
let data: string;

beforeEach(async () => {
  root = temporaryFolder();
  data = join(root, "data");
  await mkdir(data);
});

async function embed(names: readonly PartName[] = ["libvips", "sharp", "ffprobe", "ffmpeg"]): Promise<Embedded> {
  const parts = await Promise.all(names.map((name) => makePart(name)));
  return { commit: null, target: "linux-x64", parts, notices: "", bill: "" };
}

async function makePart(name: PartName): Promise<EmbeddedPart> {
  const content = `the program ${name}`;
  const compressed = join(root, `${name}.zst`);
  await Bun.write(compressed, Bun.zstdCompressSync(content));
  const sha256 = new Bun.CryptoHasher("sha256").update(content).digest("hex");
  return { name, relativePath: name, sizeBytes: content.length, sha256, compressed };
}

async function unpackedNames(): Promise<string[]> {
  const [folder = ""] = await readdir(join(data, "native"));
  return (await readdir(join(data, "native", folder))).toSorted();
}

test("opening the parts writes nothing", async () => {
  unpackedParts(await embed(), data);
  expect(existsSync(join(data, "native"))).toBe(false);
});

test("a program is unpacked on its first use, and only that one", async () => {
  const path = await unpackedParts(await embed(), data).ffprobePath();
  expect(await Bun.file(path).text()).toBe("the program ffprobe");
  expect(await unpackedNames()).toEqual(["ffprobe"]);
});

test("the folder of programs is private", async () => {
  await unpackedParts(await embed(), data).ffprobePath();
  expect((await stat(join(data, "native"))).mode & 0o777).toBe(0o700);
});

test("a missing data folder is created", async () => {
  const path = await unpackedParts(await embed(), join(data, "new")).ffprobePath();
  expect(path.startsWith(join(data, "new", "native"))).toBe(true);
});

test("a data folder that was removed is not created again", async () => {
  const parts = unpackedParts(await embed(), data);
  await rm(data, { recursive: true });
  const reason = await parts.ffprobePath().catch((error: unknown) => error);
  expect(reason).toBeInstanceOf(NativePartsUnusable);
  expect(String(reason)).toContain("Could not create");
  expect(existsSync(data)).toBe(false);
});

test("preparing unpacks every part except ffmpeg", async () => {
  await unpackedParts(await embed(), data).prepare(Date.now());
  expect(await unpackedNames()).toEqual(["ffprobe", "libvips", "sharp"]);
});

test("preparing replaces parts that changed on disk, including ffmpeg", async () => {
  const source = await embed();
  const before = unpackedParts(source, data);
  const paths = [await before.ffprobePath(), await before.ffmpegPath()];
  for (const path of paths) await writeFile(path, "something else");
  await unpackedParts(source, data).prepare(Date.now());
  expect(await Promise.all(paths.map((path) => Bun.file(path).text()))).toEqual([
    "the program ffprobe",
    "the program ffmpeg",
  ]);
});

test("a process checks a part before it first uses it", async () => {
  const source = await embed();
  const path = await unpackedParts(source, data).ffmpegPath();
  await writeFile(path, "something else!!!!");
  await unpackedParts(source, data).ffmpegPath();
  expect(await Bun.file(path).text()).toBe("the program ffmpeg");
});

test("a process checks a part only once", async () => {
  const parts = unpackedParts(await embed(), data);
  const path = await parts.ffmpegPath();
  const { ino } = await stat(path);
  await Promise.all([parts.ffmpegPath(), parts.ffmpegPath()]);
  expect((await stat(path)).ino).toBe(ino);
});

test("an aborted preparation unpacks no further parts", async () => {
  const reason = new Error("The server stops.");
  const prepared = unpackedParts(await embed(), data).prepare(Date.now(), AbortSignal.abort(reason));
  await expect(prepared).rejects.toBe(reason);
  expect(existsSync(join(data, "native"))).toBe(false);
});

test("programs of another version are removed when the server prepares, not before", async () => {
  await unpackedParts(await embed(["ffprobe", "ffmpeg"]), data).ffprobePath();
  const parts = unpackedParts(await embed(), data);
  await parts.ffprobePath();
  expect(await readdir(join(data, "native"))).toHaveLength(2);
  await parts.prepare(Date.now());
  expect(await readdir(join(data, "native"))).toHaveLength(1);
});

test("a failure is not cached: the next use retries", async () => {
  const source = await embed();
  await writeFile(join(data, "native"), "in the way");
  const parts = unpackedParts(source, data);
  expect(await parts.ffprobePath().catch((error: unknown) => error)).toBeInstanceOf(NativePartsUnusable);
  await rm(join(data, "native"));
  expect(existsSync(await parts.ffprobePath())).toBe(true);
});

test("no program is run from a folder that other users can change", async () => {
  await mkdir(join(data, "native"));
  await chmod(join(data, "native"), 0o777);
  const path = unpackedParts(await embed(), data).ffprobePath();
  expect(await path.catch((error: unknown) => String(error))).toContain("Other users can change");
});

test("a part that is missing from the executable is reported", async () => {
  const parts = unpackedParts(await embed(["ffprobe"]), data);
  expect(await parts.ffmpegPath().catch((error: unknown) => String(error))).toContain("without ffmpeg");
});

test("a checkout uses the parts in node_modules and unpacks nothing", async () => {
  const parts = openNativeParts(data);
  await parts.prepare(Date.now());
  expect(parts.origin).toBe("node_modules");
  expect(await parts.ffmpegPath()).toContain("node_modules");
  expect(await readdir(data)).toEqual([]);
});
