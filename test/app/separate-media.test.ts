import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mediaSources } from "../../schema/tables/service/media.ts";
import type { Core } from "../../src/app/core.ts";
import { takeServerLock } from "../../src/app/data-locks.ts";
import { hasSeparateMedia, separateMedia } from "../../src/app/separate-media.ts";
import { takeImportLock } from "../../src/catalog/import/import-lock.ts";
import { putMade } from "../../src/media/make/store.ts";
import { MediaStore } from "../../src/media/store/media-store.ts";
import { NOON, TestInstallation } from "./setup.ts";

let installation: TestInstallation;
let core: Core;
let originals: MediaStore;
let generated: MediaStore;
beforeEach(async () => {
  installation = new TestInstallation();
  core = await installation.open();
  originals = new MediaStore(installation.data, "server");
  generated = new MediaStore(installation.data, "server", { folder: "generated" });
  writeFileSync(installation.path("a.wav"), "RIFF a");
  await installation.importSongs(core, "copy", [{ id: "1", title: "A", audio_files: [{ id: "f", wav: "a.wav" }] }]);
});
afterEach(() => installation.remove());

const ORIGINAL = `store:${new Bun.CryptoHasher("sha256").update("RIFF a").digest("hex")}.wav`;

/** Generates files as earlier versions did: next to the originals. */
async function generateAsBefore(count: number, first = 0): Promise<readonly string[]> {
  const refs: string[] = [];
  for (let at = first; at < first + count; at++) {
    const path = originals.temporaryPath("mp3");
    await Bun.write(path, `MP3 ${at}`);
    const { ref } = await originals.adopt(path, "mp3");
    await core.db.write((tx) => putMade(tx, { digest: `${at}`, kind: "mp3", recipe: "1" }, { ref, error: null }, at));
    refs.push(ref);
  }
  return refs;
}

const separate = () => separateMedia(core, { role: "server", hasServerLock: false, signal: null });
const isIn = (store: MediaStore, ref: string): boolean => existsSync(store.pathOf(ref) ?? "");

describe("the generated media of an earlier version", () => {
  test("are moved to their own folder once, and the originals stay", async () => {
    const refs = await generateAsBefore(3);
    await separate();
    expect(refs.map((ref) => [isIn(originals, ref), isIn(generated, ref)])).toEqual([
      [false, true],
      [false, true],
      [false, true],
    ]);
    expect([isIn(originals, ORIGINAL), isIn(generated, ORIGINAL)]).toEqual([true, false]);
    expect(await core.db.read(hasSeparateMedia(core.db))).toBe(true);
    expect(readdirSync(join(installation.data, "generated")).filter((name) => name === "tmp")).toEqual([]);
  });

  test("that have the content of an original leave it in place, also without a record of its import", async () => {
    const key = { digest: "x", kind: "wav", recipe: "1" } as const;
    await core.db.write((tx) => putMade(tx, key, { ref: ORIGINAL, error: null }, 1));
    core.db.orm.delete(mediaSources).run();
    await separate();
    expect([isIn(originals, ORIGINAL), isIn(generated, ORIGINAL)]).toEqual([true, false]);
    expect(await core.db.read(hasSeparateMedia(core.db))).toBe(true);
  });

  test("of which some are missing do not stop the move", async () => {
    const refs = await generateAsBefore(3);
    rmSync(originals.pathOf(refs[1] ?? "") ?? "");
    await separate();
    expect(refs.map((ref) => isIn(generated, ref))).toEqual([true, false, true]);
  });

  test("are moved completely after a kill -9 in the middle, and no file is lost or in both folders", async () => {
    const refs = await generateAsBefore(200);
    await core.close();
    const script = join(import.meta.dir, "separate-and-die.ts");
    const child = Bun.spawn([process.execPath, script, installation.data], { stderr: "inherit" });
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");
    core = await installation.open();
    expect(await core.db.read(hasSeparateMedia(core.db))).toBe(false);
    const halfway = refs.map((ref) => [isIn(originals, ref), isIn(generated, ref)]);
    expect(halfway.every(([before, after]) => before !== after)).toBe(true);
    expect(halfway.filter(([, after]) => after).length).toBeGreaterThan(0);
    expect(halfway.filter(([before]) => before).length).toBeGreaterThan(0);

    await separate();
    expect(refs.every((ref) => isIn(generated, ref) && !isIn(originals, ref))).toBe(true);
    expect(isIn(originals, ORIGINAL)).toBe(true);
    expect(await core.db.read(hasSeparateMedia(core.db))).toBe(true);
  });

  test("stay while a server or an import runs", async () => {
    const [ref = ""] = await generateAsBefore(1);
    const holder = { pid: 4711, role: "server", address: null, since: NOON };
    const server = takeServerLock(installation.data, holder);
    await expect(separate()).rejects.toThrow("A server already runs");
    server.release();
    const importing = takeImportLock(installation.data, { ...holder, role: "import" });
    await expect(separate()).rejects.toThrow("Another import");
    importing.release();
    expect(isIn(originals, ref)).toBe(true);
    await separate();
    expect(isIn(generated, ref)).toBe(true);
  });

  test("stay if a catalog cannot be read, because its media are then unknown", async () => {
    const [ref = ""] = await generateAsBefore(1);
    writeFileSync(join(installation.data, "catalog/gen-000001/catalog.db"), "damaged".repeat(1000));
    await separate();
    expect([isIn(originals, ref), await core.db.read(hasSeparateMedia(core.db))]).toEqual([true, false]);
  });
});

test("a folder without generated media needs no lock", async () => {
  const lock = takeServerLock(installation.data, { pid: 4711, role: "server", address: null, since: NOON });
  await separate();
  expect(await core.db.read(hasSeparateMedia(core.db))).toBe(true);
  lock.release();
});
