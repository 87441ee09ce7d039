import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, utimesSync } from "node:fs";
import { catalogPath, currentGeneration, indexPath } from "../../../src/catalog/generation.ts";
import { removeSongs } from "../../../src/catalog/import/remove-songs.ts";
import { undoImport } from "../../../src/catalog/import/undo-import.ts";
import { removedSongs } from "../../../src/catalog/removed-songs-store.ts";
import { reindex } from "../../../src/catalog/reindex.ts";
import { KeepStored } from "../../../src/catalog/stored/keep-stored.ts";
import { renumberObjects } from "../../../src/catalog/stored/objects-store.ts";
import type { StoredCatalogs } from "../../../src/catalog/stored/stored-catalogs.ts";
import { sweepStoredCatalogs } from "../../../src/catalog/stored/sweep-stored.ts";
import { takeImportLock } from "../../../src/catalog/import/import-lock.ts";
import { runNow } from "../../../src/db/work.ts";
import { DAY_MS, HOUR_MS } from "../../../src/lib/clock.ts";
import { ObjectStoreFailed } from "../../../src/objects/object-store.ts";
import { sha256 } from "../../../src/objects/s3-connection.ts";
import { FakeS3 } from "../../support/fake-s3.ts";
import type { CatalogFixture } from "../import/catalog-fixture.ts";
import { songs, StoredFixture } from "./setup.ts";

const fake = new FakeS3();
afterAll(() => fake.stop());
const signal = new AbortController().signal;

let fixture: StoredFixture;
let catalog: CatalogFixture;
let stored: StoredCatalogs;
beforeEach(async () => {
  fixture = await StoredFixture.make(fake);
  ({ catalog, stored } = fixture);
});
afterEach(() => catalog.remove());

const rows = () => fixture.rows();
const keys = () => fixture.keys();
const folderOf = (number: number) => fixture.folderOf(number);
const digestOf = async (path: string) => sha256(await Bun.file(path).bytes());
const expectStored = async (...numbers: readonly number[]) => {
  const paths = numbers.flatMap((number) => [catalogPath(folderOf(number)), indexPath(folderOf(number))]);
  const digests = await Promise.all(paths.map(digestOf));
  expect((await rows()).map(({ digest }) => digest)).toEqual(digests);
  const present = keys();
  expect(digests.filter((digest) => !present.includes(`catalog/${digest}`))).toEqual([]);
};

describe("an import with a store", () => {
  test("sends the catalog and its index by their digests, and keeps those of the former one", async () => {
    await catalog.importLines(songs(2), { stored });
    await expectStored(1);
    expect(fixture.claims).toBe(2);
    await catalog.importLines(songs(3), { stored });
    await expectStored(1, 2);
    await catalog.importLines(songs(4), { stored });
    await expectStored(2, 3);
    expect(keys()).toHaveLength(6);
  });

  test("has both objects before the catalog is current", async () => {
    const seen: (number | undefined)[] = [];
    fake.instead = (request) => {
      if (request.method === "PUT") seen.push(runNow(currentGeneration(catalog.serviceDb))?.number);
      return null;
    };
    await catalog.importLines(songs(2), { stored });
    await catalog.importLines(songs(3), { stored });
    expect(seen).toEqual([undefined, undefined, 1, 1]);
  });

  test("fails if the store does, and leaves the catalog as it was", async () => {
    await catalog.importLines(songs(2), { stored });
    const before = await rows();
    fake.instead = (request) => (request.method === "PUT" ? new Response(null, { status: 403 }) : null);
    await expect(catalog.importLines(songs(3), { stored })).rejects.toThrow(
      /could not be sent to the store, so the catalog stays as it was.*was answered with 403/,
    );
    expect([(await fixture.current())?.number, await rows()]).toEqual([1, before]);
    expect([existsSync(folderOf(2)), existsSync(`${folderOf(2)}.partial`)]).toEqual([false, false]);
  });
});

test("an undone import and removed songs are new catalogs in the store", async () => {
  await catalog.importLines(songs(2), { stored });
  await catalog.importLines(songs(3), { stored });
  await undoImport({ ...fixture.parts, stored });
  await expectStored(2, 3);
  // The current catalog has the removed song, so it is not kept.
  await removeSongs({ ...fixture.parts, stored }, ["s1"]);
  await expectStored(2, 4);
});

test("songs are hidden while the store fails, and the message says so; the next import takes them out", async () => {
  await catalog.importLines(songs(2), { stored });
  fake.instead = (request) => (request.method === "PUT" ? new Response(null, { status: 403 }) : null);
  await expect(removeSongs({ ...fixture.parts, stored }, ["s1"])).rejects.toThrow(
    /^The songs are hidden, but the catalog could not be rewritten without them\. .* was answered with 403/,
  );
  expect(runNow(removedSongs(catalog.serviceDb)).map(({ id }) => id)).toEqual(["s1"]);
  expect((await fixture.current())?.number).toBe(1);
  fake.instead = () => null;
  await catalog.importLines(songs(2), { stored });
  expect(catalog.ids()).toEqual(["s0"]);
});

describe("the duty that sends catalogs", () => {
  const keeper = (outage: ObjectStoreFailed | null = null) =>
    new KeepStored({
      ...fixture.parts,
      stored,
      objects: { ...fixture.objects, outage: () => (outage === null ? null : { cause: outage }) },
      catalog: { current: () => ({ generation: { number: 2 } }) as never, damage: () => null },
    });

  test("sends those from before the store was set: both catalogs, and the index of the live one", async () => {
    await catalog.importLines(songs(2));
    await catalog.importLines(songs(3));
    const down = keeper(new ObjectStoreFailed("unreachable", "down"));
    await down.run(signal);
    expect([down.missing(), keys()]).toEqual([3, []]);
    const kept = keeper();
    await kept.run(signal);
    expect([kept.missing(), (await rows()).length, keys().length]).toEqual([0, 3, 3]);
    expect((await rows()).map(({ generation, file }) => `${generation} ${file}`)).toEqual([
      "1 catalog.db",
      "2 catalog.db",
      "2 index.bin",
    ]);
    fake.requests.length = 0;
    await kept.run(signal);
    expect(fake.requests).toEqual([]);
  });

  test("records nothing while an import runs, and sends nothing twice", async () => {
    await catalog.importLines(songs(2));
    await catalog.importLines(songs(3));
    const lock = takeImportLock(catalog.dataDir, { pid: 1, role: "import", address: null, since: 0 });
    const kept = keeper();
    await kept.run(signal);
    expect([kept.missing(), await rows()]).toEqual([3, []]);
    lock.release();
    await kept.run(signal);
    const puts = fake.requests.filter((request) => request.startsWith("PUT"));
    expect([puts.length, (await rows()).length]).toEqual([3, 3]);
    fake.requests.length = 0;
  });

  test("records no file that is replaced while its object is looked for", async () => {
    await catalog.importLines(songs(2));
    const lock = takeImportLock(catalog.dataDir, { pid: 1, role: "import", address: null, since: 0 });
    const kept = keeper();
    await kept.run(signal);
    lock.release();
    fake.instead = (request) => {
      if (request.method === "HEAD") utimesSync(catalogPath(folderOf(1)), 1, 1);
      return null;
    };
    await kept.run(signal);
    expect(await rows()).toEqual([]);
    fake.instead = () => null;
    await kept.run(signal);
    expect(await rows()).toHaveLength(1);
  });

  test("sends an index that was built again", async () => {
    await catalog.importLines(songs(2), { stored });
    await catalog.importLines(songs(3), { stored });
    const kept = keeper();
    await kept.run(signal);
    await reindex(catalog.serviceDb, catalog.dataDir);
    expect((await rows()).length).toBe(3);
    await kept.run(signal);
    await expectStored(1, 2);
  });

  test("sends an index that is built again and again every six hours", async () => {
    await catalog.importLines(songs(2), { stored });
    await catalog.importLines(songs(3), { stored });
    const kept = keeper();
    const rebuild = async () => {
      await reindex(catalog.serviceDb, catalog.dataDir);
      await kept.run(signal);
      return [(await rows()).length, kept.missing()];
    };
    expect([await rebuild(), await rebuild()]).toEqual([
      [4, 0],
      [3, 0],
    ]);
    catalog.now += 6 * HOUR_MS;
    expect(await rebuild()).toEqual([4, 0]);
  });

  test("sends again what the store has lost, an hour later at the latest", async () => {
    await catalog.importLines(songs(2), { stored });
    await catalog.importLines(songs(3), { stored });
    const kept = keeper();
    await kept.run(signal);
    const [lost = ""] = keys();
    fake.objects.delete(`studio/${lost}`);
    await kept.run(signal);
    expect(keys()).not.toContain(lost);
    catalog.now += HOUR_MS;
    await kept.run(signal);
    expect([kept.missing(), keys().includes(lost)]).toEqual([0, true]);
  });
});

describe("the sweep of catalogs in the store", () => {
  const sweep = () => sweepStoredCatalogs({ ...fixture.parts, objects: fixture.objects, signal });
  beforeEach(async () => {
    catalog.now = Date.now();
    for (const count of [1, 2, 3]) await catalog.importLines(songs(count), { stored });
  });

  test("removes a catalog that is not needed any more after a day, and no other object", async () => {
    fake.set("catalog/a-file-of-mine", new Uint8Array(1), new Date(0));
    expect(await sweep()).toBe(0);
    catalog.now += DAY_MS + HOUR_MS;
    expect([await sweep(), keys().length]).toEqual([2, 5]);
    await expectStored(2, 3);
    expect(await sweep()).toBe(0);
  });

  test("removes nothing from the store of another server, and nothing while an import runs", async () => {
    catalog.now += DAY_MS + HOUR_MS;
    fixture.isConfirmed = false;
    expect(await sweep()).toBe(0);
    fixture.isConfirmed = true;
    const other = { ...fixture.objects, claim: () => Promise.reject(new ObjectStoreFailed("failed", "of others")) };
    await expect(sweepStoredCatalogs({ ...fixture.parts, objects: other, signal })).rejects.toThrow("of others");
    const lock = takeImportLock(catalog.dataDir, { pid: 1, role: "import", address: null, since: 0 });
    expect(await sweep()).toBe(0);
    lock.release();
    expect(keys()).toHaveLength(6);
  });

  test("keeps an object that an import has sent again meanwhile", async () => {
    catalog.now += DAY_MS + HOUR_MS;
    fake.instead = (request, key) => {
      // After the list, before it is looked at under the lock.
      const found = request.method === "HEAD" ? fake.objects.get(key) : undefined;
      if (found !== undefined) fake.objects.set(key, { ...found, changedAt: new Date(catalog.now) });
      return null;
    };
    expect([await sweep(), keys().length]).toEqual([0, 6]);
  });
});

test("a restored catalog keeps its objects under its new number, unless its file is another one", async () => {
  await catalog.importLines(songs(1), { stored });
  await catalog.importLines(songs(2), { stored });
  const digests = [await digestOf(catalogPath(folderOf(2)))];
  await catalog.serviceDb.write((tx) => renumberObjects(tx, { from: 2, to: 7, digests }));
  expect(await rows()).toMatchObject([{ generation: 7, file: "catalog.db", digest: digests[0] }]);
});
