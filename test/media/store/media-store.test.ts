import { beforeEach, describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { chmod, link, open, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copyDigesting } from "../../../src/media/store/copy-digesting.ts";
import { SourceUnreadable, StoreUnwritable } from "../../../src/media/store/failures.ts";
import { MediaStore } from "../../../src/media/store/media-store.ts";
import { wavBytes } from "../../support/small-media.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const WAV = wavBytes(600_000);
const DIGEST = new Bun.CryptoHasher("sha256").update(WAV).digest("hex");
const REF = `store:${DIGEST}.wav`;

let root: string;
let data: string;
let store: MediaStore;
beforeEach(async () => {
  root = temporaryFolder();
  data = join(root, "data");
  store = new MediaStore(data, "import");
  await writeFile(join(root, "a.wav"), WAV);
});

const at = (name: string): string => join(root, name);
const object = (): string => join(data, "media", DIGEST.slice(0, 2), `${DIGEST}.wav`);
const temporaries = async (): Promise<string[]> => await readdir(join(data, "media", "tmp", "import"));

/** The reason of a rejected promise. */
async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    () => null,
    (error: unknown) => error,
  );
}

describe("put", () => {
  test("copies a file to its digest, readable by its owner only, and leaves no other files", async () => {
    const stored = await store.put(at("a.wav"), "copy", null);
    expect(stored).toMatchObject({ ref: REF, digest: DIGEST, byteSize: WAV.byteLength });
    expect(store.pathOf(REF)).toBe(object());
    expect(await readFile(object())).toEqual(Buffer.from(WAV));
    const { mode, nlink, ino } = await stat(object());
    expect([mode & 0o777, nlink]).toEqual([0o600, 1]);
    expect(stored.modifiedAt).toBe(Math.trunc((await stat(object())).mtimeMs));
    expect(ino).not.toBe((await stat(at("a.wav"))).ino);
    expect(await temporaries()).toEqual([]);
  });

  test("does not replace existing content of another name", async () => {
    await store.put(at("a.wav"), "copy", null);
    const { ino } = await stat(object());
    await writeFile(at("b.mp3"), WAV);
    expect(await store.put(at("b.mp3"), "copy", null)).toMatchObject({ ref: REF });
    expect((await stat(object())).ino).toBe(ino);
    expect(await temporaries()).toEqual([]);
  });

  test("of the same content several times concurrently gives one file", async () => {
    const stored = await Promise.all(Array.from({ length: 12 }, () => store.put(at("a.wav"), "copy", null)));
    expect(new Set(stored.map(({ ref }) => ref))).toEqual(new Set([REF]));
    expect(await readdir(join(data, "media", DIGEST.slice(0, 2)))).toEqual([`${DIGEST}.wav`]);
    expect(await temporaries()).toEqual([]);
  });

  test("makes a hard link and digests it, also through a symbolic link", async () => {
    await symlink(at("a.wav"), at("symbolic.wav"));
    for (const name of ["symbolic.wav", "a.wav"]) {
      expect(await store.put(at(name), "link", null)).toMatchObject({ ref: REF, digest: DIGEST });
      expect((await stat(object())).ino).toBe((await stat(at("a.wav"))).ino);
    }
    expect((await stat(object())).nlink).toBe(2);
    expect(await temporaries()).toEqual([]);
  });

  test('replaces a hard link with a copy in the mode "copy"', async () => {
    await store.put(at("a.wav"), "link", null);
    await store.put(at("a.wav"), "copy", null);
    expect((await stat(object())).ino).not.toBe((await stat(at("a.wav"))).ino);
    expect((await stat(at("a.wav"))).nlink).toBe(1);
  });

  test("copies a file that cannot be linked, as across disks", async () => {
    // On Linux, one of them is another file system than that of the temporary folder.
    const { dev } = await stat(root);
    const other = ["/dev/shm", "/var/tmp"].find((path) => statSync(path).dev !== dev) ?? "";
    const elsewhere = join(other, `needledrop-store-${process.pid}.wav`);
    await writeFile(elsewhere, WAV);
    try {
      expect((await stat(elsewhere)).dev).not.toBe(dev);
      expect(await store.put(elsewhere, "link", null)).toMatchObject({ ref: REF });
      expect((await stat(object())).nlink).toBe(1);
      expect(await readFile(object())).toEqual(Buffer.from(WAV));
    } finally {
      await rm(elsewhere);
    }
  });

  test.each<[string, string, string]>([
    ["RIFF\0\0\0\0WAVEfmt ", "x.mp3", "wav"],
    ["FORM\0\0\0\0AIFFCOMM", "x", "aiff"],
    ["fLaC", "x.wav", "flac"],
    ["OggS", "x.bin", "ogg"],
    ["\0\0\0\x20ftypM4A ", "x.mp4", "m4a"],
    ["PK\x03\x04", "stems", "zip"],
    ["\x89PNG\r\n\x1a\n", "face.jpg", "png"],
    ["ID3\x04", "x.MP3", "mp3"],
    ["ID3\x04", "x.flac", "flac"],
    ["ID3\x04", "x.wav", "mp3"],
    ["ID3\x04", "x.aac", "aac"],
    ["\xff\xfb\x90\x64", "x.wav", "mp3"],
    ["\xff\xf1\x50\x80", "x.mp3", "aac"],
    ["\xff\xfb\x90\x64", "x.sh", "bin"],
    ["anything", "x.BWF", "wav"],
    ["anything", "x.jpeg", "jpg"],
    ["anything", "x.sh", "bin"],
    ["anything", "x.constructor", "bin"],
    ["", "x", "bin"],
  ])("stores %j, named %j, with the extension %j", async (content, name, extension) => {
    await writeFile(at(name), Buffer.from(content, "latin1"));
    const { ref, digest } = await store.put(at(name), "copy", null);
    expect(ref).toBe(`store:${digest}.${extension}`);
    expect((await store.digestOnly(at(name), null)).ref).toBe(ref);
  });

  test("reports a missing file and a folder as unreadable", async () => {
    for (const mode of ["copy", "link"] as const) {
      expect(String(await failureOf(store.put(at("absent.wav"), mode, null)))).toBe(
        "SourceUnreadable: there is no such file",
      );
      expect(await failureOf(store.put(data, mode, null))).toBeInstanceOf(SourceUnreadable);
    }
  });

  test("ends on abort and leaves no partial file", async () => {
    const stopping = new AbortController();
    const putting = store.put(at("a.wav"), "copy", stopping.signal);
    stopping.abort(new Error("enough"));
    expect(await failureOf(putting)).toEqual(new Error("enough"));
    expect(await failureOf(store.put(at("a.wav"), "copy", stopping.signal))).toEqual(new Error("enough"));
    expect(Array.fromAsync(store.objects())).resolves.toEqual([]);
  });

  test("refuses to fill the disk and says how to free space", async () => {
    const free = 64 * 1024 ** 2 + WAV.byteLength - 1;
    const full = new MediaStore(data, "import", { freeBytes: () => free });
    const failure = await failureOf(full.put(at("a.wav"), "copy", null));
    expect(failure).toBeInstanceOf(StoreUnwritable);
    expect(String(failure)).toContain("The disk of the data folder is full. Free some space");
    expect(await full.put(at("a.wav"), "link", null)).toMatchObject({ ref: REF });
    expect(await temporaries()).toEqual([]);
  });

  test("reports a disk that becomes full in the same way", async () => {
    // Every write to this device fails with ENOSPC.
    const [source, target] = await Promise.all([open(at("a.wav"), "r"), open("/dev/full", "w")]);
    const failure = await failureOf(copyDigesting(source, target, null));
    expect(failure).toBeInstanceOf(StoreUnwritable);
    expect(String(failure)).toContain("The disk of the data folder is full");
    await Promise.all([source.close(), target.close()]);
  });

  // Root writes to any folder.
  test.skipIf(process.getuid?.() === 0)("reports a folder without write permission", async () => {
    await store.put(at("a.wav"), "copy", null);
    await writeFile(at("b.wav"), "other");
    await chmod(join(data, "media", "tmp", "import"), 0o500);
    const failure = await failureOf(store.put(at("b.wav"), "copy", null));
    await chmod(join(data, "media", "tmp", "import"), 0o700);
    expect(String(failure)).toContain("The media store cannot be written (EACCES)");
  });
});

describe("adopt", () => {
  test("moves a complete file into the store, even if the content exists", async () => {
    for (let time = 0; time < 2; time++) {
      const path = store.temporaryPath("wav");
      await writeFile(path, WAV);
      expect(await store.adopt(path, "wav")).toMatchObject({ ref: REF, byteSize: WAV.byteLength });
      expect(await temporaries()).toEqual([]);
    }
    expect(await readFile(object())).toEqual(Buffer.from(WAV));
  });

  test("refuses files from elsewhere", async () => {
    expect(await failureOf(store.adopt(at("a.wav"), "wav"))).toBeInstanceOf(Error);
    expect(await Bun.file(at("a.wav")).exists()).toBe(true);
  });
});

describe("a ref", () => {
  test("in the store or in place has a path; other text has none", async () => {
    expect(store.pathOf("/srv/audio/1.wav")).toBe("/srv/audio/1.wav");
    for (const ref of [
      "",
      "1.wav",
      "../1.wav",
      "sound:1/main",
      `store:${DIGEST}.sh`,
      `store:${DIGEST}.wav/../../x`,
      `store:${DIGEST.toUpperCase()}.wav`,
      `store:../../${DIGEST.slice(6)}.wav`,
      "/srv/\0.wav",
    ]) {
      expect([ref, store.pathOf(ref)]).toEqual([ref, null]);
    }
  });

  test("is removed only from the store", async () => {
    await store.put(at("a.wav"), "copy", null);
    await store.remove(at("a.wav"));
    await store.remove(REF);
    await store.remove(REF);
    expect(await Bun.file(at("a.wav")).exists()).toBe(true);
    expect(await Bun.file(object()).exists()).toBe(false);
  });
});

test("the sweep of temporary files removes only those of its own user", async () => {
  const other = new MediaStore(data, "server");
  await writeFile(other.temporaryPath("mp3"), "incomplete");
  await writeFile(store.temporaryPath("wav"), "half");
  expect(await store.sweepTemporary()).toBe(1);
  expect(await readdir(join(data, "media", "tmp", "server"))).toHaveLength(1);
  expect(await new MediaStore(join(root, "none"), "import").sweepTemporary()).toBe(0);
});

test("a file that changes while it is read is not stored", async () => {
  const putting = store.put(at("a.wav"), "copy", null);
  await utimes(at("a.wav"), 1, 1);
  const failure = await failureOf(putting);
  if (failure !== null) expect(failure).toBeInstanceOf(SourceUnreadable);
  await link(at("a.wav"), at("c.wav"));
  expect(await store.put(at("c.wav"), "copy", null)).toMatchObject({ ref: REF });
});
