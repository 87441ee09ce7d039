import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { backUpData } from "../../src/app/backup-data.ts";
import { checkBackupMedia } from "../../src/app/backups/check-backup-media.ts";
import { sizeOfFile } from "../../src/app/backups/file-count.ts";
import { checkBackup } from "../../src/app/check-backup.ts";
import type { Core } from "../../src/app/core.ts";
import { restoreData } from "../../src/app/restore-data.ts";
import { HOUR_MS } from "../../src/lib/clock.ts";
import { wavBytes } from "../support/small-media.ts";
import { TestInstallation } from "./setup.ts";

let installation: TestInstallation;
let core: Core;
let folder: string;
let file: string;

beforeEach(async () => {
  installation = new TestInstallation();
  core = await installation.open();
  folder = installation.path("backups");
  file = join(folder, "first.tar");
  mkdirSync(folder);
  await importWavs(400, 800);
});
afterEach(() => installation.remove());

/** Imports one song for each length, in samples. */
async function importWavs(...lengths: readonly number[]): Promise<void> {
  for (const length of lengths) writeFileSync(installation.path(`${length}.wav`), wavBytes(length));
  await installation.importSongs(
    core,
    "copy",
    lengths.map((length) => ({
      id: `s${length}`,
      title: `Song ${length}`,
      audio_files: [{ id: `f${length}`, wav: `${length}.wav` }],
    })),
  );
}

const backUp = async (name = "first.tar") =>
  await backUpData(core, join(folder, name), "0.0.0-test", { withMedia: true });

const nameOf = (length: number): string =>
  `${new Bun.CryptoHasher("sha256").update(wavBytes(length)).digest("hex")}.wav`;
const pathIn = (store: string, length: number): string => join(store, nameOf(length).slice(0, 2), nameOf(length));
const copyOf = (length: number): string => pathIn(join(folder, "needledrop-media"), length);
const originalOf = (length: number): string => pathIn(join(installation.data, "media"), length);

/** All files below a folder, sorted. */
function filesIn(path: string): readonly string[] {
  const names = existsSync(path) ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
  return names.filter((name) => statSync(join(path, name)).isFile()).toSorted();
}

function flipByte(path: string): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 0xff, bytes.length - 1);
  writeFileSync(path, bytes);
}

function restore(options: { readonly withMedia?: boolean; readonly backup?: string } = {}) {
  return restoreData({
    backup: options.backup ?? file,
    dataDir: installation.path("restored"),
    force: false,
    clock: installation.clock,
    withMedia: options.withMedia ?? true,
  });
}

describe("a backup with media", () => {
  test("has a copy of each medium next to it, and names them first", async () => {
    const { manifest, media } = await backUp();
    const bytes = wavBytes(400).length + wavBytes(800).length;
    expect(media).toMatchObject({
      listed: { files: 2, bytes },
      copied: { files: 2, bytes },
      unreadable: { files: 0, first: [] },
    });
    expect(manifest.format).toBe(2);
    expect(manifest.files[0]?.name).toBe("media.jsonl");
    for (const length of [400, 800]) {
      expect(new Uint8Array(readFileSync(copyOf(length)))).toEqual(wavBytes(length));
      expect(statSync(copyOf(length)).mode & 0o777).toBe(0o600);
      expect(statSync(copyOf(length)).ino).not.toBe(statSync(originalOf(length)).ino);
    }
    await checkBackup(file);
    expect(await checkBackupMedia(file, false)).toEqual({ files: 2, bytes });
  });

  test("copies only new media, and a medium that was cut short", async () => {
    await backUp();
    const before = statSync(copyOf(400)).ino;
    expect((await backUp("second.tar")).media?.copied.files).toBe(0);
    await importWavs(1_200);
    writeFileSync(copyOf(800), wavBytes(800).subarray(0, 100));
    const { media } = await backUp("third.tar");
    expect([media?.listed.files, media?.copied.files]).toEqual([3, 2]);
    expect(statSync(copyOf(400)).ino).toBe(before);
    expect(await checkBackupMedia(join(folder, "third.tar"), false)).toMatchObject({ files: 3 });
  });

  test("names media that it cannot contain, and stores no damaged copy", async () => {
    rmSync(originalOf(400));
    flipByte(originalOf(800));
    const { manifest, media } = await backUp();
    expect(media?.listed.files).toBe(0);
    expect(media?.unreadable.files).toBe(2);
    expect(media?.unreadable.first.toSorted()).toEqual(
      [`${nameOf(400)} (missing)`, `${nameOf(800)} (its content has changed since the import)`].toSorted(),
    );
    expect(filesIn(join(folder, "needledrop-media"))).toEqual([]);
    expect(manifest.format).toBe(1);
  });

  test("keeps the copies of media that the data folder has lost since", async () => {
    await backUp();
    rmSync(originalOf(400));
    writeFileSync(originalOf(800), "cut short");
    const { media } = await backUp("second.tar");
    expect([media?.listed.files, media?.copied.files, media?.unreadable.files]).toEqual([2, 0, 0]);
    expect(await checkBackupMedia(join(folder, "second.tar"), false)).toMatchObject({ files: 2 });
  });

  test("removes what killed backups left after a day, and not before", async () => {
    const left = join(folder, "needledrop-media/tmp/killed.partial");
    mkdirSync(join(left, ".."), { recursive: true });
    writeFileSync(left, "half");
    installation.now = Date.now() + 23 * HOUR_MS;
    await backUp();
    expect(existsSync(left)).toBe(true);
    installation.now += 2 * HOUR_MS;
    await backUp("second.tar");
    expect(existsSync(left)).toBe(false);
  });

  test("to a folder that cannot be written says which", async () => {
    writeFileSync(join(folder, "needledrop-media"), "a file");
    await expect(backUp()).rejects.toThrow(`Media cannot be copied to ${join(folder, "needledrop-media")} (`);
    expect(existsSync(file)).toBe(false);
  });

  test("without a catalog, or without the option, is one that earlier versions can restore", async () => {
    const { manifest, media } = await backUpData(core, file, "0.0.0-test");
    expect([manifest.format, media]).toEqual([1, null]);
    expect(existsSync(join(folder, "needledrop-media"))).toBe(false);
    expect(await checkBackupMedia(file, false)).toBeNull();
    const empty = await installation.open(installation.path("empty"));
    expect(await backUpData(empty, file, "0.0.0-test", { withMedia: true })).toMatchObject({
      manifest: { format: 1 },
      media: null,
    });
  });

  test("reports the bytes that it copies, up to the complete size", async () => {
    const reports: (readonly [number, number])[] = [];
    const onProgress = (done: number, total: number): void => void reports.push([done, total]);
    const { manifest, media } = await backUpData(core, file, "0.0.0-test", { withMedia: true, onProgress });
    const size = (media?.copied.bytes ?? 0) + 2 * manifest.files.reduce((sum, one) => sum + one.size, 0);
    expect(reports.at(-1)).toEqual([size, size]);
    expect(reports.map(([at]) => at)).toEqual(reports.map(([at]) => at).toSorted((a, b) => a - b));
  });
});

test("a backup that is killed while it copies leaves no file under a final name", async () => {
  // So large that the copy takes seconds.
  truncateSync(originalOf(800), 4 * 1024 ** 3);
  const temporary = join(folder, "needledrop-media/tmp");
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "run-backup.ts"), installation.data, file, "media"],
    { stderr: "inherit" },
  );
  const isCopying = (): boolean =>
    filesIn(temporary).some((name) => (sizeOfFile(join(temporary, name)) ?? 0) > 1024 ** 2);
  while (child.exitCode === null && !isCopying()) await Bun.sleep(2);
  child.kill("SIGKILL");
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  expect([existsSync(copyOf(800)), existsSync(file)]).toEqual([false, false]);
  expect(filesIn(temporary)).toHaveLength(1);
  writeFileSync(originalOf(800), wavBytes(800));
  installation.now = Date.now() + 25 * HOUR_MS;
  await backUp();
  expect(filesIn(temporary)).toEqual([]);
  expect(await checkBackupMedia(file, false)).toMatchObject({ files: 2 });
});

test("a check and a restore report what they read of a large medium", async () => {
  await importWavs(2_000_000);
  await backUp();
  const reports: (readonly [number, number])[] = [];
  const onProgress = (done: number, total: number): void => void reports.push([done, total]);
  const media = [400, 800, 2_000_000].reduce((sum, length) => sum + wavBytes(length).length, 0);
  await checkBackupMedia(file, false, onProgress);
  expect(reports.length).toBeGreaterThan(5);
  expect(reports.at(-1)).toEqual([media, media]);
  reports.length = 0;
  const size = statSync(file).size;
  await restoreData({
    backup: file,
    dataDir: installation.path("restored"),
    force: false,
    clock: installation.clock,
    onProgress,
  });
  const inMedia = reports.filter(([done]) => done > size && done <= size + media);
  expect(inMedia.length).toBeGreaterThan(4);
  expect(reports.map(([at]) => at)).toEqual(reports.map(([at]) => at).toSorted((a, b) => a - b));
  expect(reports.every(([done, total]) => done <= total)).toBe(true);
});

describe("a check of the media", () => {
  test("finds a damaged medium by its digest, and a missing one also by its size", async () => {
    await backUp();
    flipByte(copyOf(400));
    await expect(checkBackupMedia(file, false)).rejects.toThrow(
      `missing or damaged in ${join(folder, "needledrop-media")}, 1 of 2: `,
    );
    await expect(checkBackupMedia(file, false)).rejects.toThrow(`${nameOf(400)} (its content differs)`);
    expect(await checkBackupMedia(file, true)).toMatchObject({ files: 2 });
    rmSync(copyOf(800));
    await expect(checkBackupMedia(file, true)).rejects.toThrow(`${nameOf(800)} (missing)`);
  });

  test("refuses a damaged list", async () => {
    await backUp();
    const bytes = readFileSync(file);
    const at = bytes.indexOf(`store:${nameOf(400)}`) + "store:".length;
    bytes.write(bytes.toString("latin1", at, at + 1) === "0" ? "1" : "0", at, "latin1");
    writeFileSync(file, bytes);
    await expect(checkBackupMedia(file, true)).rejects.toThrow("media.jsonl differs from its manifest");
  });
});

describe("a restore", () => {
  test("into an empty folder has all media with equal bytes", async () => {
    await backUp();
    rmSync(installation.data, { recursive: true });
    const { media } = await restore();
    expect(media.files).toBe(2);
    for (const length of [400, 800]) {
      const path = pathIn(installation.path("restored/media"), length);
      expect(new Uint8Array(readFileSync(path))).toEqual(wavBytes(length));
    }
    expect(filesIn(installation.path("restored/media"))).toHaveLength(2);
  });

  test("copies only media that the data folder lacks, and needs no others", async () => {
    await backUp();
    const there = pathIn(installation.path("restored/media"), 400);
    mkdirSync(join(there, ".."), { recursive: true });
    writeFileSync(there, wavBytes(400));
    rmSync(copyOf(400));
    expect((await restore()).media).toEqual({ files: 1, bytes: wavBytes(800).length });
  });

  test("is refused while media are missing, and changes nothing; --no-media restores the rest", async () => {
    await backUp();
    rmSync(copyOf(400));
    await expect(restore()).rejects.toThrow(
      `Media of this backup are missing or damaged in ${join(folder, "needledrop-media")}, 1 of 2: ${nameOf(400)} (missing). Complete that folder, or restore without media: --no-media.`,
    );
    expect(existsSync(installation.path("restored"))).toBe(false);
    expect((await restore({ withMedia: false })).media).toEqual({ files: 0, bytes: 0 });
    expect(filesIn(installation.path("restored/media"))).toEqual([]);
  });

  test("refuses a damaged medium, and leaves no part of it", async () => {
    await backUp();
    flipByte(copyOf(800));
    mkdirSync(installation.path("restored"));
    await expect(restore()).rejects.toThrow(`${copyOf(800)} is damaged: its content differs. Replace it`);
    expect(existsSync(installation.path("restored/needledrop.db"))).toBe(false);
    expect(
      filesIn(installation.path("restored/media")).filter(
        (name) => name !== join(nameOf(400).slice(0, 2), nameOf(400)),
      ),
    ).toEqual([]);
  });

  test("of a backup without media works as before", async () => {
    await backUpData(core, file, "0.0.0-test");
    expect((await restore()).media).toEqual({ files: 0, bytes: 0 });
  });
});
