import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { currentGeneration } from "../../../src/catalog/generation.ts";
import { runNow } from "../../../src/db/work.ts";
import { takeImportLock } from "../../../src/catalog/import/import-lock.ts";
import { removeSongs, restoreSongs } from "../../../src/catalog/import/remove-songs.ts";
import { undoImport } from "../../../src/catalog/import/undo-import.ts";
import { removedSongs } from "../../../src/catalog/removed-songs-store.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { CatalogFixture } from "./catalog-fixture.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
  await catalog.importLines(DUMP);
});
afterEach(() => catalog.remove());

const DUMP = ["a", "b", "c"].map((id) => ({ id, title: `Song ${id}`, artists: [{ id: "1", name: "Ada" }] }));
const parts = () => {
  const { dataDir, serviceDb } = catalog;
  return { dataDir, serviceDb, clock: { now: () => catalog.now }, log: silentLog };
};
const remove = (...ids: readonly string[]) => removeSongs(parts(), ids);

describe("a removed song", () => {
  test("is out of the catalog at once, and the former catalog stays for an undo", async () => {
    await catalog.importLines([...DUMP, { id: "d", title: "Late" }]);
    const { removed, generation } = await remove("b", "b");
    expect(removed).toEqual([{ id: "b", title: "Song b" }]);
    expect(generation).toMatchObject({ number: 3, songs: 3 });
    expect(catalog.ids()).toEqual(["a", "c", "d"]);
    expect((await readdir(join(catalog.dataDir, "catalog"))).toSorted()).toEqual(["gen-000001", "gen-000003"]);
    await undoImport(parts());
    expect(catalog.ids()).toEqual(["a", "c"]);
  });

  test("stays out of re-imports, with a line in the report, until it is restored", async () => {
    await remove("b");
    for (const replace of [false, true]) {
      const again = await catalog.importLines(DUMP, { replace });
      expect(again).toMatchObject({ added: 0, unchanged: 2, rejected: 0 });
      expect(again.warnings.map(({ message, count }) => [message, count])).toEqual([
        ["songs that were taken down with `songs remove` were skipped", 1],
      ]);
      expect(await catalog.report()).toEqual([
        {
          file: join(catalog.dumps, "dump.jsonl"),
          line: 2,
          field: "id",
          reason: expect.stringContaining('the song "b" was taken down'),
        },
      ]);
    }
    expect(catalog.ids()).toEqual(["a", "c"]);
    expect(await restoreSongs(parts(), ["b"])).toEqual([]);
    expect(catalog.ids()).toEqual(["a", "c"]);
    expect(await catalog.importLines(DUMP)).toMatchObject({ added: 1, unchanged: 2 });
    expect(catalog.song("b")?.title).toBe("Song b");
  });

  test("is recorded while an import runs, and the next import takes it out", async () => {
    const lock = takeImportLock(catalog.dataDir, { pid: 1, role: "import", address: null, since: 0 });
    expect((await remove("b")).generation).toBeNull();
    lock.release();
    expect(runNow(removedSongs(catalog.serviceDb)).map(({ id }) => id)).toEqual(["b"]);
    expect(catalog.ids()).toEqual(["a", "b", "c"]);
    await catalog.importLines([{ id: "e", title: "Other" }]);
    expect(catalog.ids()).toEqual(["a", "c", "e"]);
  });

  test("can be removed again, and its id can have any characters", async () => {
    await catalog.importLines([{ id: "100%_'!", title: "Odd" }]);
    await remove("100%_'!", "a");
    await remove("a");
    expect(runNow(removedSongs(catalog.serviceDb))).toEqual([
      { id: "100%_'!", removedAt: catalog.now },
      { id: "a", removedAt: catalog.now },
    ]);
    expect(catalog.ids()).toEqual(["b", "c"]);
  });
});

test("unknown songs are refused by name, and none of the others is removed or restored", async () => {
  await expect(remove("b", "x", "y")).rejects.toThrow("Not in the catalog: x, y. No song was removed.");
  expect([runNow(removedSongs(catalog.serviceDb)), runNow(currentGeneration(catalog.serviceDb))?.number]).toEqual([
    [],
    1,
  ]);
  await remove("b");
  expect(await restoreSongs(parts(), ["b", "a"])).toEqual(["a"]);
  const onRestored = () => {
    throw new Error("not recorded");
  };
  await expect(restoreSongs({ ...parts(), onRestored }, ["b"])).rejects.toThrow("not recorded");
  expect(runNow(removedSongs(catalog.serviceDb))).toHaveLength(1);
});
