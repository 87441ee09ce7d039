import { Database } from "bun:sqlite";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { appendFile, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { catalogPath, indexPath } from "../../../src/catalog/generation.ts";
import { sweepMedia } from "../../../src/catalog/import/media/sweep-media.ts";
import { undoImport } from "../../../src/catalog/import/undo-import.ts";
import { LiveCatalog } from "../../../src/catalog/live-catalog.ts";
import { KeepStored } from "../../../src/catalog/stored/keep-stored.ts";
import { HOUR_MS, SECOND_MS } from "../../../src/lib/clock.ts";
import { recordObjects } from "../../../src/catalog/stored/objects-store.ts";
import { runNow } from "../../../src/db/work.ts";
import { writeNow } from "../../support/write-now.ts";
import { FakeTime } from "../../jobs/fake-time.ts";
import { MediaStore } from "../../../src/media/store/media-store.ts";
import { FakeS3 } from "../../support/fake-s3.ts";
import { songs, StoredFixture } from "./setup.ts";

const fake = new FakeS3();
afterAll(() => fake.stop());
const { signal } = new AbortController();

let fixture: StoredFixture;
let live: LiveCatalog;
beforeEach(async () => {
  fixture = await StoredFixture.make(fake);
  live = new LiveCatalog({
    database: null,
    ...fixture.parts,
    timer: new FakeTime(),
    stored: fixture.stored,
    inspect: async (path) => ((await stat(path)).size < 2_000 ? ["it is short"] : []),
  });
});
afterEach(async () => {
  await live.stop();
  await fixture.catalog.remove();
});

const bytesOf = async (path: string) => await Bun.file(path).bytes();
const keeper = () => {
  const { parts, stored, objects } = fixture;
  return new KeepStored({ ...parts, stored, objects, catalog: live });
};
const down = (): void => {
  fake.instead = () => new Response(null, { status: 403 });
};

describe("a start", () => {
  test("downloads a catalog that the data folder has lost, and its index with the time of its object", async () => {
    await fixture.import(1, 2);
    const paths = [catalogPath(fixture.folderOf(2)), indexPath(fixture.folderOf(2))];
    const before = await Promise.all(paths.map(bytesOf));
    await rm(join(fixture.catalog.dataDir, "catalog"), { recursive: true });
    await live.start();
    expect(live.current()?.db.songsByIds(["s1"]).size).toBe(1);
    expect(await Promise.all(paths.map(bytesOf))).toEqual(before);
    expect(await readdir(join(fixture.catalog.dataDir, "catalog"))).toEqual(["gen-000002"]);
    expect((live.indexedAt() ?? 0) % 1_000).toBe(0);
  });

  test("replaces a file of another size, and reads nothing from the store otherwise", async () => {
    await fixture.import(1);
    const path = catalogPath(fixture.folderOf(1));
    const before = await bytesOf(path);
    await appendFile(path, "more");
    await live.start();
    expect(await bytesOf(path)).toEqual(before);
    await live.stop();
    fake.requests.length = 0;
    await fixture.stored.ensureDatabase(1, { signal });
    expect(fake.requests).toEqual([]);
  });

  test("is refused while the store does not answer, and says what to do", async () => {
    await fixture.import(1);
    await rm(fixture.folderOf(1), { recursive: true });
    down();
    await expect(live.start()).rejects.toThrow(
      /Generation 1 of the catalog is not in the data folder.*s3:\/\/a-bucket\/studio.*Try again when the store answers/,
    );
    fake.instead = () => null;
    await live.refresh();
    expect(live.current()?.generation.number).toBe(1);
  });

  test("takes no object with other bytes than its name says", async () => {
    await fixture.import(1);
    await rm(fixture.folderOf(1), { recursive: true });
    for (const object of fake.objects.values()) object.bytes = new Uint8Array(object.bytes.byteLength);
    await expect(live.start()).rejects.toThrow("has other bytes than its name says");
    expect(await readdir(join(fixture.catalog.dataDir, "catalog"))).toEqual([]);
  });

  test("downloads nothing that would leave less than 256 MiB of free space", async () => {
    await fixture.import(1);
    const path = catalogPath(fixture.folderOf(1));
    const { size } = await stat(path);
    await rm(fixture.folderOf(1), { recursive: true });
    fake.requests.length = 0;
    fixture.freeBytes = size + 256 * 1024 ** 2 - 1;
    await expect(live.start()).rejects.toThrow("has no room for the catalog");
    expect(fake.requests.filter((request) => request.startsWith("GET"))).toEqual([]);
    fixture.freeBytes += 1;
    await fixture.stored.ensureDatabase(1, { signal });
    expect(existsSync(path)).toBe(true);
    fixture.freeBytes = 0;
    expect(await fixture.stored.fetchIndex(1, signal)).toBe(false);
  });

  test("keeps a database that was upgraded since it was sent", async () => {
    await fixture.import(1);
    const path = catalogPath(fixture.folderOf(1));
    const db = new Database(path);
    db.run("PRAGMA user_version = 10000");
    db.run("CREATE TABLE later (id INTEGER)");
    db.close();
    fake.requests.length = 0;
    await fixture.stored.ensureDatabase(1, { verifies: true, signal });
    expect(fake.requests).toEqual([]);
  });

  test("keeps its database when a newer program on another node has sent an upgraded one", async () => {
    await fixture.import(1);
    const [row] = await fixture.rows();
    if (row === undefined) throw new Error("nothing was sent");
    const upgraded = { ...row, byteSize: row.byteSize + 4_096, format: 10_000 };
    writeNow(fixture.catalog.serviceDb, (tx) => runNow(recordObjects(tx, [upgraded])));
    fake.requests.length = 0;
    await fixture.stored.ensureDatabase(1, { signal });
    expect(fake.requests).toEqual([]);
  });
});

test("a running server downloads a database that was damaged", async () => {
  await fixture.import(1);
  await live.start();
  const path = catalogPath(fixture.folderOf(1));
  const before = await bytesOf(path);
  await writeFile(path, new Uint8Array(before.byteLength));
  await live.poll();
  expect([live.damage(), await bytesOf(path)]).toEqual([null, before]);
});

test("an import keeps a download that another process is writing, and removes one that was left an hour ago", async () => {
  const { catalog } = fixture;
  await fixture.import(1);
  const path = join(catalog.dataDir, "catalog/gen-000001.77.catalog.db.partial");
  await writeFile(path, "half");
  await utimes(path, catalog.now / SECOND_MS, catalog.now / SECOND_MS);
  await fixture.import(2);
  expect(existsSync(path)).toBe(true);
  catalog.now += HOUR_MS;
  await fixture.import(3);
  expect(existsSync(path)).toBe(false);
});

describe("a lost data folder", () => {
  test("gets the current catalog at an import, and the former one at its undoing", async () => {
    await fixture.import(1, 2);
    await rm(join(fixture.catalog.dataDir, "catalog"), { recursive: true });
    await fixture.import(3);
    expect(fixture.catalog.ids()).toEqual(["s0", "s1", "s2"]);
    await rm(fixture.folderOf(2), { recursive: true });
    await expect(undoImport(fixture.parts)).rejects.toThrow("no former catalog");
    await undoImport({ ...fixture.parts, stored: fixture.stored });
    expect(fixture.catalog.ids()).toEqual(["s0", "s1"]);
  });

  test("refuses an import while the store does not answer", async () => {
    await fixture.import(1);
    await rm(fixture.folderOf(1), { recursive: true });
    down();
    await expect(fixture.import(2)).rejects.toThrow("Try again when the store answers");
  });

  test("starts again from an empty catalog with --replace, whatever the store has or answers", async () => {
    await fixture.import(1);
    await rm(fixture.folderOf(1), { recursive: true });
    fake.requests.length = 0;
    await fixture.catalog.importLines(songs(2), { stored: fixture.stored, replace: true });
    expect(fake.requests.filter((request) => request.startsWith("GET"))).toEqual([]);
    expect(fixture.catalog.ids()).toEqual(["s0", "s1"]);
    await rm(fixture.folderOf(2), { recursive: true });
    fake.objects.clear();
    await expect(fixture.import(3)).rejects.toThrow(
      "or import all dumps again with `needledrop import PATH --replace`",
    );
    await fixture.catalog.importLines(songs(3), { stored: fixture.stored, replace: true });
    expect(fixture.catalog.ids()).toEqual(["s0", "s1", "s2"]);
  });

  test("removes no media until it has the former catalog, which the duty downloads", async () => {
    await fixture.import(1, 2);
    await rm(fixture.folderOf(1), { recursive: true });
    const { dataDir } = fixture.catalog;
    const stores = { store: new MediaStore(dataDir, "server"), generated: new MediaStore(dataDir, "server") };
    const sweep = () => sweepMedia({ ...fixture.parts, ...stores, signal: null, hasImportLock: false });
    expect(await sweep()).toBeNull();
    await keeper().run(signal);
    expect(existsSync(catalogPath(fixture.folderOf(1)))).toBe(true);
    expect(await sweep()).toEqual({ files: 0, isComplete: true });
  });

  test("sends the current catalog also while the former one cannot be downloaded", async () => {
    await fixture.import(1);
    await fixture.catalog.importLines(songs(2));
    await rm(fixture.folderOf(1), { recursive: true });
    await live.start();
    fixture.freeBytes = 0;
    const kept = keeper();
    await expect(kept.run(signal)).rejects.toThrow("has no room for the catalog");
    expect((await fixture.rows()).filter(({ generation }) => generation === 2)).toHaveLength(2);
    expect(kept.missing()).toBe(0);
  });

  test("forgets a former catalog whose object is damaged", async () => {
    await fixture.import(1, 2);
    const path = catalogPath(fixture.folderOf(1));
    const row = (await fixture.rows()).find(({ generation, file }) => generation === 1 && file === "catalog.db");
    fake.set(`catalog/${row?.digest}`, new Uint8Array((await stat(path)).size));
    await rm(fixture.folderOf(1), { recursive: true });
    // An import can switch during the download.
    const { serviceDb } = fixture.catalog;
    const next = { generation: 3, file: "catalog.db", digest: "ab".repeat(32), byteSize: 1, format: 1 } as const;
    fake.instead = (request) => {
      if (request.method === "GET") writeNow(serviceDb, (tx) => runNow(recordObjects(tx, [next])));
      return null;
    };
    await keeper().run(signal);
    expect((await fixture.rows()).map(({ generation }) => generation)).toEqual([2, 2, 3]);
  });
});
