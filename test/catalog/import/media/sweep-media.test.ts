import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mediaMade, mediaOrigins, mediaSources } from "../../../../schema/tables/service/media.ts";
import { putSource } from "../../../../src/audio/source-store.ts";
import { generationDir } from "../../../../src/catalog/generation.ts";
import { SWEEP_ROLE, takeImportLock } from "../../../../src/catalog/import/import-lock.ts";
import { type MediaSweeping, sweepMedia } from "../../../../src/catalog/import/media/sweep-media.ts";
import { DAY_MS } from "../../../../src/lib/clock.ts";
import { silentLog } from "../../../../src/lib/log.ts";
import { joinedDigest } from "../../../../src/media/make/sources.ts";
import type { MadeKind } from "../../../../src/media/make/make-task.ts";
import { MediaStore } from "../../../../src/media/store/media-store.ts";
import { CatalogFixture } from "../catalog-fixture.ts";

const song = (id: string): object => ({ id, title: id, audio_files: [{ id: `f${id}`, wav: `${id}.wav` }] });
const sha256 = (content: string): string => new Bun.CryptoHasher("sha256").update(content).digest("hex");
const refOf = (id: string): string => `store:${sha256(`RIFF ${id}`)}.wav`;

let catalog: CatalogFixture;
let store: MediaStore;
let generated: MediaStore;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
  store = new MediaStore(catalog.dataDir, "server");
  generated = new MediaStore(catalog.dataDir, "server", { folder: "generated" });
  for (const id of ["a", "b", "c"]) await catalog.write(`${id}.wav`, `RIFF ${id}`);
  // Files that a test stores count as two days old.
  catalog.now = Date.now() + 2 * DAY_MS;
});
afterEach(() => catalog.remove());

const importing = (ids: readonly string[], more: object = {}) =>
  catalog.importLines(ids.map(song), { media: "copy", replace: true, ...more });
const sweeping = (more: Partial<MediaSweeping> = {}) => {
  const clock = { now: () => catalog.now };
  const { dataDir, serviceDb } = catalog;
  return sweepMedia({
    dataDir,
    serviceDb,
    store,
    generated,
    clock,
    log: silentLog,
    signal: null,
    hasImportLock: false,
    ...more,
  });
};
const isKept = (ref: string): boolean => existsSync(store.pathOf(ref) ?? "");
const isMadeKept = (ref: string): boolean => existsSync(generated.pathOf(ref) ?? "");
const sources = (): string[] =>
  catalog.serviceDb.orm
    .select()
    .from(mediaSources)
    .all()
    .map(({ ref }) => ref);
const origins = (): string[] =>
  catalog.serviceDb.orm
    .select()
    .from(mediaOrigins)
    .all()
    .map(({ ref }) => ref);

/** Stores a file that was generated from the source with this digest. */
async function make(content: string, digest: string, kind: MadeKind = "mp3"): Promise<string> {
  const path = generated.temporaryPath("mp3");
  await writeFile(path, content);
  const { ref } = await generated.adopt(path, "mp3");
  catalog.serviceDb.orm.insert(mediaMade).values({ digest, kind, recipe: "1", ref, error: null, madeAt: 0 }).run();
  return ref;
}

describe("a removed song", () => {
  test("keeps its media while the previous catalog exists, and leaves no orphans afterwards", async () => {
    await importing(["a", "b"]);
    const made = await make("MP3 of b", sha256("RIFF b"));
    await importing(["a"]);
    expect([isKept(refOf("b")), isMadeKept(made)]).toEqual([true, true]);
    await importing(["a", "c"]);
    expect([isKept(refOf("a")), isKept(refOf("b")), isKept(refOf("c")), isMadeKept(made)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(sources().toSorted()).toEqual([refOf("a"), refOf("c")].toSorted());
    expect(origins().toSorted()).toEqual([refOf("a"), refOf("c")].toSorted());
    expect(catalog.serviceDb.orm.select().from(mediaMade).all()).toEqual([]);
    expect(await sweeping()).toEqual({ files: 0, isComplete: true });
  });

  test("in place takes the records and generated files of its media along", async () => {
    await importing(["a", "b"], { media: "in-place" });
    catalog.serviceDb.orm.update(mediaSources).set({ digest: "of both" }).run();
    const made = await make("MP3 of both", "of both");
    await importing(["a"], { media: "in-place" });
    await importing(["a", "c"], { media: "in-place" });
    await sweeping();
    expect(sources().toSorted()).toEqual([join(catalog.dumps, "a.wav"), join(catalog.dumps, "c.wav")]);
    expect(isMadeKept(made)).toBe(true);
    await importing(["c"], { media: "in-place" });
    await importing([], { media: "in-place", replace: false });
    await catalog.importLines([song("c"), { id: "d", title: "D" }], { media: "in-place" });
    expect(await sweeping()).toEqual({ files: 0, isComplete: true });
    expect(sources()).toEqual([join(catalog.dumps, "c.wav")]);
    expect(isMadeKept(made)).toBe(false);
    expect(existsSync(join(catalog.dumps, "a.wav"))).toBe(true);
  });
});

describe("the sweep", () => {
  test("removes leftovers of an interrupted import after a day", async () => {
    await importing(["a"]);
    const { ref } = await store.put(join(catalog.dumps, "b.wav"), "copy", null);
    const later = catalog.now;
    catalog.now = Date.now();
    expect(await sweeping()).toEqual({ files: 0, isComplete: true });
    expect(isKept(ref)).toBe(true);
    catalog.now = later;
    expect(await sweeping()).toEqual({ files: 1, isComplete: true });
    expect([isKept(ref), isKept(refOf("a"))]).toEqual([false, true]);
  });

  test("removes files in time that were stored while the clock was days ahead", async () => {
    await importing(["a"]);
    const { ref } = await store.put(join(catalog.dumps, "b.wav"), "copy", null);
    catalog.now = Date.now() - DAY_MS / 2;
    await sweeping();
    expect(isKept(ref)).toBe(true);
    catalog.now = Date.now() - 2 * DAY_MS;
    await sweeping();
    expect([isKept(ref), isKept(refOf("a"))]).toEqual([false, true]);
  });

  test("uses the import time of a linked file, not its modification time", async () => {
    await importing(["a"]);
    const path = join(catalog.dumps, "b.wav");
    await utimes(path, 1, 1);
    const { ref } = await store.put(path, "link", null);
    catalog.now = Date.now();
    await sweeping();
    expect(isKept(ref)).toBe(true);
  });

  test("keeps files generated from existing songs, including stem archives, and no others", async () => {
    const stems = ["b", "c"].map((id) => ({ id: `s${id}`, description: id, stem: true, wav: `${id}.wav` }));
    const withStems = { id: "a", title: "Song", audio_files: [{ id: "fa", wav: "a.wav" }, ...stems] };
    await catalog.importLines([withStems], { media: "copy", replace: true });
    const parts = stems.map(({ description }) => ({ ref: refOf(description), name: `Song - ${description}.wav` }));
    const digests = ["b", "c"].map((id) => sha256(`RIFF ${id}`));
    const archive = joinedDigest({ kind: "stems", stems: parts }, digests);
    const mp3 = await make("MP3", sha256("RIFF a"));
    const [used, unused] = [await make("ZIP 1", archive, "stems"), await make("ZIP 2", "two", "stems")];
    await sweeping();
    expect([mp3, used, unused].map(isMadeKept)).toEqual([true, true, false]);
  });

  test("keeps rendered parts of demonstration songs, and files made from them, while a catalog names them", async () => {
    const rendered = { id: "nd", title: "N", audio_files: [{ id: "nd-main", wav: "sound:nd/main" }] };
    await catalog.importLines([rendered, song("a")], { isDemonstration: true, media: "copy", replace: true });
    const source = { ref: "sound:nd/main", byteSize: 0, modifiedAt: 0, digest: "of the song's fields" };
    await catalog.serviceDb.write((tx) => putSource(tx, source));
    const wav = await make("RIFF", source.digest, "wav");
    const mp3 = await make("MP3", source.digest);
    await sweeping();
    expect([wav, mp3].map(isMadeKept)).toEqual([true, true]);
    await importing(["a"]);
    await importing(["a", "b"]);
    await sweeping();
    expect([wav, mp3].map(isMadeKept)).toEqual([false, false]);
    expect(sources()).not.toContain(source.ref);
  });

  test("does not remove foreign files", async () => {
    await importing(["a"]);
    const folder = join(catalog.dataDir, "media", "aa");
    await Bun.write(join(folder, "notes.txt"), "mine");
    await Bun.write(join(catalog.dataDir, "media", "README"), "mine");
    await writeFile(store.temporaryPath("mp3"), "being made");
    await sweeping();
    expect(await readdir(folder)).toContain("notes.txt");
    expect(existsSync(join(catalog.dataDir, "media", "README"))).toBe(true);
    expect(await readdir(join(catalog.dataDir, "media", "tmp", "server"))).toHaveLength(1);
  });

  test("does nothing while an import runs or without a readable catalog", async () => {
    expect(await sweeping()).toBeNull();
    await importing(["a"]);
    const { ref } = await store.put(join(catalog.dumps, "b.wav"), "copy", null);
    const lock = takeImportLock(catalog.dataDir, { pid: 1, role: "import", address: null, since: 0 });
    expect(await sweeping()).toEqual({ files: 0, isComplete: false });
    lock.release();
    await rm(generationDir(catalog.dataDir, 1), { recursive: true });
    expect(await sweeping()).toBeNull();
    expect(isKept(ref)).toBe(true);
  });

  test("stops if an import switches to another catalog meanwhile", async () => {
    await importing(["a"]);
    await importing(["a", "b"]);
    await store.put(join(catalog.dumps, "c.wav"), "copy", null);
    // The sweep checks the ages of files after marking.
    const now = (): number => {
      catalog.serviceDb.sqlite.run("update catalog_pointer set generation = 1");
      return catalog.now;
    };
    expect(await sweeping({ clock: { now } })).toEqual({ files: 0, isComplete: false });
    expect(isKept(refOf("c"))).toBe(true);
  });

  test("stops at a signal", async () => {
    await importing(["a"]);
    expect(sweeping({ signal: AbortSignal.abort(new Error("stop")) })).rejects.toThrow("stop");
  });

  test("makes a starting import wait only for the current batch", async () => {
    const lock = takeImportLock(catalog.dataDir, { pid: 1, role: SWEEP_ROLE, address: null, since: 0 });
    const importingA = importing(["a"]);
    setImmediate(() => lock.release());
    expect(await importingA).toMatchObject({ added: 1 });
  });
});
