import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { closeSync, openSync, truncateSync, writeSync } from "node:fs";
import { copyFile, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { CatalogUnreadable } from "../../src/catalog/catalog-unreadable.ts";
import { catalogPath, generationDir, indexPath } from "../../src/catalog/generation.ts";
import { LiveCatalog } from "../../src/catalog/live-catalog.ts";
import { reindex } from "../../src/catalog/reindex.ts";
import { pageComplaints } from "../../src/db/integrity.ts";
import { silentLog } from "../../src/lib/log.ts";
import { FakeTime } from "../jobs/fake-time.ts";
import { CatalogFixture } from "./import/catalog-fixture.ts";

const SONGS = Array.from({ length: 300 }, (_, n) => ({
  id: String(n),
  title: `Harbour ${n}`,
  description: "Slow light over cold water. ".repeat(20),
}));

let catalog: CatalogFixture;
let live: LiveCatalog;
let time: FakeTime;
let logged: string[];
let inspected: number;
let folder: string;

beforeEach(async () => {
  catalog = await CatalogFixture.make();
  await catalog.importLines(SONGS);
  folder = generationDir(catalog.dataDir, 1);
  time = new FakeTime();
  logged = [];
  inspected = 0;
  live = new LiveCatalog({
    database: null,
    dataDir: catalog.dataDir,
    serviceDb: catalog.serviceDb,
    clock: time,
    timer: time,
    log: {
      ...silentLog,
      error: (_fields, message) => void logged.push(message),
      info: (_fields, message) => void logged.push(message),
    },
    inspect: async (path) => {
      inspected += 1;
      return pageComplaints(path);
    },
  });
  await live.start();
  logged.length = 0;
});

afterEach(async () => {
  await live.stop();
  await catalog.remove();
});

/** Polls once a second, like a running server, until `isDone`. */
async function pass(ms: number, isDone: () => boolean): Promise<void> {
  time.jump(ms);
  await live.poll();
  for (let second = 0; second < 600 && !isDone(); second++) {
    time.jump(1_000);
    await live.poll();
  }
  expect(isDone()).toBe(true);
}

const damaged = (): boolean => live.damage() !== null;
const intact = (): boolean => live.damage() === null;

function readAll(): number {
  return live.current()?.db.songsByIds(SONGS.map(({ id }) => id)).size ?? 0;
}

describe("a live catalog that is damaged", () => {
  test.each(["catalog.db", "index.bin"])("reports a missing %s within seconds, and its return", async (name) => {
    const path = `${folder}/${name}`;
    await rename(path, `${path}-away`);
    if (name === "index.bin") {
      // Prevents a rebuild of the index.
      await rename(catalogPath(folder), `${catalogPath(folder)}-away`);
    }
    await pass(1_000, damaged);
    expect(readAll()).toBe(SONGS.length);
    await rename(`${path}-away`, path);
    if (name === "index.bin") await rename(`${catalogPath(folder)}-away`, catalogPath(folder));
    await pass(1_000, intact);
    expect(readAll()).toBe(SONGS.length);
    expect(logged.filter((line) => line.includes("is damaged"))).toHaveLength(1);
    expect(logged.filter((line) => line.includes("is intact again"))).toHaveLength(1);
  });

  test("reports its missing folder", async () => {
    await rename(folder, `${folder}-away`);
    await pass(1_000, damaged);
    await rename(`${folder}-away`, folder);
    await pass(1_000, intact);
  });

  test("throws CatalogUnreadable in a query that reads a damaged page, and the next poll reports it", async () => {
    const whole = await readFile(catalogPath(folder));
    const { atime, mtime } = await stat(catalogPath(folder));
    overwrite(4096 * 4, new Uint8Array(whole.length - 4096 * 4).fill(0x5a));
    // Like a bit flip on a disk: size and modification time do not change.
    await utimes(catalogPath(folder), atime, mtime);
    expect(readAll).toThrow(CatalogUnreadable);
    await pass(1_000, damaged);
    await pass(60_000, () => inspected > 2);
    expect(live.damage()).not.toBeNull();
    overwrite(0, whole);
    await utimes(catalogPath(folder), atime, mtime);
    await pass(60_000, intact);
    expect(readAll()).toBe(SONGS.length);
  });

  test("throws an error and does not crash if a file was truncated", async () => {
    expect(live.current()?.db.songsByIds(["1"]).size).toBe(1);
    truncateSync(catalogPath(folder), 4096 * 3);
    expect(readAll).toThrow(CatalogUnreadable);
    await pass(1_000, damaged);
  });

  test("that was emptied is not served as an empty catalog", async () => {
    const path = catalogPath(folder);
    const content = await readFile(path);
    truncateSync(path, 0);
    await pass(1_000, damaged);
    await pass(60_000, damaged);
    expect((await stat(path)).size).toBe(0);
    await writeFile(path, content);
    await pass(60_000, intact);
    expect(readAll()).toBe(SONGS.length);
  });

  test("rebuilds an index that was damaged in place, without a restart", async () => {
    const whole = await readFile(indexPath(folder));
    await writeFile(indexPath(folder), "this is no index");
    await pass(1_000, intact);
    expect(await readFile(indexPath(folder))).toEqual(whole);
    expect(logged.at(-1)).toBe("the live catalog is intact again");
  });

  test("rebuilds an index that was replaced with that of another catalog, also one with the same songs", async () => {
    const whole = await readFile(indexPath(folder));
    await catalog.importLines(SONGS.map((song) => ({ ...song, tags: { mood: ["calm"] } })));
    const newer = generationDir(catalog.dataDir, 2);
    await pass(1_000, () => live.current()?.generation.number === 2);
    const own = await readFile(indexPath(newer));
    await writeFile(indexPath(newer), whole);
    await pass(1_000, intact);
    expect(await readFile(indexPath(newer))).toEqual(own);
  });

  test("is checked with increasing intervals", async () => {
    await rm(indexPath(folder));
    await rename(catalogPath(folder), `${catalogPath(folder)}-away`);
    await pass(1_000, damaged);
    for (let second = 0; second < 300; second++) {
      time.jump(1_000);
      await live.poll();
    }
    expect(inspected).toBeGreaterThanOrEqual(2);
    expect(inspected).toBeLessThanOrEqual(12);
  });

  test("is no longer reported after a new import", async () => {
    const copy = `${folder}-copy`;
    await copyFile(catalogPath(folder), copy);
    await rm(indexPath(folder));
    await rename(catalogPath(folder), `${catalogPath(folder)}-away`);
    await pass(1_000, damaged);
    await rename(`${catalogPath(folder)}-away`, catalogPath(folder));
    await catalog.importLines([{ id: "new", title: "Harbour wall" }]);
    await pass(1_000, intact);
    expect(live.current()?.generation.number).toBe(2);
  });
});

test("a reindex during operation does not count as damage", async () => {
  await reindex(catalog.serviceDb, catalog.dataDir);
  for (let second = 0; second < 3; second++) {
    time.jump(1_000);
    await live.poll();
  }
  expect(live.damage()).toBeNull();
  expect(inspected).toBe(0);
});

function overwrite(at: number, bytes: Uint8Array): void {
  const file = openSync(catalogPath(folder), "r+");
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}
