import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { currentGeneration, generationDir, indexPath } from "../../../src/catalog/generation.ts";
import { runNow } from "../../../src/db/work.ts";
import { takeImportLock } from "../../../src/catalog/import/import-lock.ts";
import { undoImport } from "../../../src/catalog/import/undo-import.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { openIndex } from "../../../src/ranking/ranking-index.ts";
import { CatalogFixture } from "./catalog-fixture.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

const songs = (count: number, title = "Song") =>
  Array.from({ length: count }, (_, at) => ({ id: `s${at}`, title: `${title} ${at}` }));
const undo = () => {
  const { dataDir, serviceDb } = catalog;
  return undoImport({ dataDir, serviceDb, clock: { now: () => catalog.now }, log: silentLog });
};
const current = () => runNow(currentGeneration(catalog.serviceDb));

describe("an undone import", () => {
  test("gives back the former catalog with its version and index, and a second undo goes forward again", async () => {
    const first = await catalog.importLines(songs(3));
    const second = await catalog.importLines([...songs(2, "Other"), { id: "new", title: "New" }], { replace: true });
    expect(catalog.ids()).toEqual(["s0", "s1", "new"]);
    const { undone, generation } = await undo();
    expect(undone.version).toBe(second.version ?? "");
    expect(generation).toEqual({ number: 3, version: first.version ?? "", songs: 3 });
    expect(current()).toEqual(generation);
    expect([catalog.ids(), catalog.song("s0")?.title]).toEqual([["s0", "s1", "s2"], "Song 0"]);
    const index = openIndex(await Bun.file(indexPath(generationDir(catalog.dataDir, 3))).arrayBuffer());
    expect(index.songCount).toBe(3);

    expect((await undo()).generation).toMatchObject({ number: 4, version: second.version });
    expect(catalog.ids()).toEqual(["s0", "s1", "new"]);
    expect((await readdir(join(catalog.dataDir, "catalog"))).toSorted()).toEqual(["gen-000003", "gen-000004"]);
  });

  test("is followed by imports as usual: the same dump changes nothing", async () => {
    await catalog.importLines(songs(3));
    await catalog.importLines(songs(3, "Other"));
    await undo();
    expect(await catalog.importLines(songs(3))).toMatchObject({ unchanged: 3, updated: 0, generation: 3 });
    expect(await catalog.importLines(songs(3, "Other"))).toMatchObject({ updated: 3, generation: 4 });
  });

  test("fails without a former catalog and while an import runs, and changes nothing", async () => {
    await expect(undo()).rejects.toThrow("no former catalog");
    await catalog.importLines(songs(1));
    await expect(undo()).rejects.toThrow("no former catalog");
    await catalog.importLines(songs(2));
    const lock = takeImportLock(catalog.dataDir, { pid: 1, role: "import", address: null, since: 0 });
    await expect(undo()).rejects.toThrow("Another import");
    lock.release();
    expect(current()?.number).toBe(2);
    expect(existsSync(`${generationDir(catalog.dataDir, 3)}.partial`)).toBe(false);
  });
});

describe("--replace", () => {
  const replacing = (count: number, more: object = {}) =>
    catalog.importLines(songs(count), { replace: true, mayRetireMany: false, ...more });

  test("needs a confirmation to retire more than a tenth of the songs, says how many, and changes nothing", async () => {
    await catalog.importLines(songs(100));
    for (const dryRun of [false, true]) {
      await expect(replacing(60, { dryRun })).rejects.toThrow(/retire 40 of 100 songs.*nothing was changed.*--yes/);
    }
    expect(current()).toMatchObject({ number: 1, songs: 100 });
    expect(await readdir(join(catalog.dataDir, "catalog"))).toEqual(["gen-000001"]);
    expect(await replacing(60, { mayRetireMany: true })).toMatchObject({ retired: 40 });
  });

  test("needs none for a tenth, and none for fewer than five songs", async () => {
    await catalog.importLines(songs(100));
    expect(await replacing(90)).toMatchObject({ retired: 10 });
    await catalog.importLines(songs(6), { replace: true });
    expect(await replacing(2)).toMatchObject({ retired: 4 });
    await catalog.importLines(songs(6), { replace: true });
    await expect(replacing(1)).rejects.toThrow("5 of 6 songs");
  });
});
