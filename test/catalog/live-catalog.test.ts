import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { rename, rm, writeFile } from "node:fs/promises";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { CatalogDb } from "../../src/catalog/catalog-db.ts";
import { generationDir, indexPath } from "../../src/catalog/generation.ts";
import { LiveCatalog } from "../../src/catalog/live-catalog.ts";
import { reindex } from "../../src/catalog/reindex.ts";
import { addRemovedSongs } from "../../src/catalog/removed-songs-store.ts";
import { silentLog } from "../../src/lib/log.ts";
import { rank } from "../../src/ranking/rank.ts";
import { FakeTime } from "../jobs/fake-time.ts";
import { CatalogFixture } from "./import/catalog-fixture.ts";

let catalog: CatalogFixture;
let live: LiveCatalog;
let warnings: string[];
let errors: string[];
let time: FakeTime;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
  warnings = [];
  errors = [];
  time = new FakeTime();
  live = new LiveCatalog({
    database: null,
    dataDir: catalog.dataDir,
    serviceDb: catalog.serviceDb,
    clock: { now: () => catalog.now },
    timer: time,
    inspect: async () => [],
    log: {
      ...silentLog,
      warn: (_fields, message) => void warnings.push(message),
      error: (_fields, message) => void errors.push(message),
    },
  });
});
afterEach(async () => {
  await live.stop();
  await catalog.remove();
});

const song = (id: string, title = id): object => ({ id, title });
const path = (number: number): string => indexPath(generationDir(catalog.dataDir, number));
const search = (query: string): string[] => {
  const open = live.current();
  if (open === null) throw new Error("nothing is open");
  return rank(open.index, parseBrief({ query, context: null }), { limit: 10 }).hits.map((hit) => hit.songId);
};

describe("the live catalog", () => {
  test("is null before the first import, and starts anyway", async () => {
    await live.start();
    expect(live.current()).toBeNull();
    expect(await live.refresh()).toBe(false);
  });

  test("searches the imported songs and swaps to a new generation", async () => {
    await catalog.importLines([song("1", "Harbour lights")]);
    expect(await live.refresh()).toBe(true);
    expect(search("harbour")).toEqual(["1"]);
    expect(await live.refresh()).toBe(false);

    const previous = live.current();
    await catalog.importLines([song("2", "Harbour wall")]);
    expect(live.current()).toBe(previous);
    const [first, second] = await Promise.all([live.refresh(), live.refresh()]);
    expect([first, second]).toEqual([true, true]);
    expect(search("harbour").toSorted()).toEqual(["1", "2"]);
    expect(live.current()?.generation).toMatchObject({ number: 2, songs: 2 });
    expect(previous?.db.songsByIds(["1"]).size).toBe(1);
  });

  test("hides a song that is taken down while the index is loaded", async () => {
    await catalog.importLines([song("1"), song("2")]);
    const refreshed = live.refresh();
    // The rows are read by now, and the file of the index is not.
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    expect(live.current()).toBeNull();
    await catalog.serviceDb.write((tx) => addRemovedSongs(tx, ["1"], 1));
    await refreshed;
    expect(live.current()?.db.hiddenIds()).toEqual(new Set(["1"]));
  });

  test.each([
    ["after the grace period", 59_000, 2_000],
    ["even if the clock is set back meanwhile", -1_000_000_000, 61_000],
  ])("closes a replaced generation %s", async (_, openForMs, closedAfterMs) => {
    await catalog.importLines([song("1")]);
    await live.refresh();
    const previous = live.current();
    await catalog.importLines([song("2")]);
    await live.refresh();
    catalog.now += openForMs;
    await live.refresh();
    expect(previous?.db.songsByIds(["1"]).size).toBe(1);
    catalog.now += closedAfterMs;
    const collect = spyOn(Bun, "gc");
    await live.refresh();
    const collections = collect.mock.calls;
    collect.mockRestore();
    // A synchronous collection waits for threads that get no processor on busy cores, and every request waits with it.
    expect(collections).toEqual([[false]]);
    expect(() => previous?.db.songsByIds(["1"])).toThrow();
    expect(search("1")).toBeArray();
  });

  test.each(["missing", "damaged", "foreign"])("rebuilds an index that is %s and stores it", async (state) => {
    await catalog.importLines([song("1", "Harbour lights")]);
    const whole = await Bun.file(path(1)).bytes();
    if (state === "missing") await rm(path(1));
    if (state === "damaged") await writeFile(path(1), whole.subarray(0, whole.length - 9));
    if (state === "foreign") await writeFile(path(1), "this is no index");
    await live.refresh();
    expect(search("harbour")).toEqual(["1"]);
    expect(warnings).toEqual(["rebuilding the search index from the catalog"]);
    expect(await Bun.file(path(1)).bytes()).toEqual(whole);
  });

  test("stays on the open generation if the new one cannot be opened", async () => {
    await catalog.importLines([song("1")]);
    await live.refresh();
    await catalog.importLines([song("2")]);
    await rm(generationDir(catalog.dataDir, 2), { recursive: true });
    await expect(live.refresh()).rejects.toThrow();
    expect(live.current()?.generation.number).toBe(1);
  });

  test("retries a generation that cannot be opened with increasing waits, logs it once, and opens the next one immediately", async () => {
    await catalog.importLines([song("1")]);
    await live.start();
    await catalog.importLines([song("2")]);
    const folder = generationDir(catalog.dataDir, 2);
    await rename(folder, `${folder}-aside`);
    const opening = spyOn(CatalogDb, "open");
    const start = catalog.now;
    for (let second = 0; second < 300; second += 1) {
      catalog.now += 1_000;
      await time.pass(1_000);
    }
    const tries = opening.mock.calls.length;
    opening.mockRestore();
    expect(tries).toBeGreaterThanOrEqual(8);
    expect(tries).toBeLessThanOrEqual(12);
    expect(errors).toHaveLength(1);
    expect(live.failure()).toMatchObject({ generation: 2, since: start + 1_000 });
    expect(live.current()?.generation.number).toBe(1);

    await rename(`${folder}-aside`, folder);
    await catalog.importLines([song("3")]);
    await time.pass(1_000);
    while (live.current()?.generation.number !== 3) await time.runDue();
    expect(live.failure()).toBeNull();
  });

  test("is closed by stop, which can be called twice", async () => {
    await catalog.importLines([song("1")]);
    await live.start();
    const open = live.current();
    await live.stop();
    await live.stop();
    expect(live.current()).toBeNull();
    expect(() => open?.db.songsByIds(["1"])).toThrow();
  });
});

describe("reindex", () => {
  test("does nothing without a catalog", async () => {
    expect(await reindex(catalog.serviceDb, catalog.dataDir)).toBeNull();
  });

  test("replaces a damaged index with the same content", async () => {
    await catalog.importLines([song("1"), song("2")]);
    const whole = await Bun.file(path(1)).bytes();
    await writeFile(path(1), "damaged");
    expect(await reindex(catalog.serviceDb, catalog.dataDir)).toMatchObject({ number: 1, songs: 2 });
    expect(await Bun.file(path(1)).bytes()).toEqual(whole);
  });
});
