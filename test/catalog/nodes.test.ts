import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { catalogCheck } from "../../src/catalog/catalog-check.ts";
import { catalogPath, generationDir, indexPath } from "../../src/catalog/generation.ts";
import { removeSongs } from "../../src/catalog/import/remove-songs.ts";
import { undoImport } from "../../src/catalog/import/undo-import.ts";
import { LiveCatalog } from "../../src/catalog/live-catalog.ts";
import { addRemovedSongs } from "../../src/catalog/removed-songs-store.ts";
import { KeepStored } from "../../src/catalog/stored/keep-stored.ts";
import { StoredCatalogs } from "../../src/catalog/stored/stored-catalogs.ts";
import { storedObjects } from "../../src/catalog/stored/objects-store.ts";
import { PostgresFailed } from "../../src/db/postgres-errors.ts";
import { PostgresServiceDb } from "../../src/db/postgres-service-db.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { silentLog } from "../../src/lib/log.ts";
import { S3Objects } from "../../src/objects/s3-objects.ts";
import { FakeTime } from "../jobs/fake-time.ts";
import { FakeS3 } from "../support/fake-s3.ts";
import { HAS_POSTGRES, newPostgresAddress } from "../support/postgres.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { CatalogFixture } from "./import/catalog-fixture.ts";
import { songs } from "./stored/setup.ts";

const fake = new FakeS3();
afterAll(() => fake.stop());
const { signal } = new AbortController();

describe.skipIf(!HAS_POSTGRES)("catalogs of two nodes", () => {
  let dumps: CatalogFixture;
  let now: number;
  let one: Node;
  let other: Node;
  let errors: string[];

  beforeEach(async () => {
    fake.objects.clear();
    fake.instead = () => null;
    dumps = await CatalogFixture.make();
    ({ now } = dumps);
    errors = [];
    const address = await newPostgresAddress();
    [one, other] = [await openNode(address), await openNode(address)];
  });

  afterEach(async () => {
    for (const { live, serviceDb } of [one, other]) {
      await live.stop();
      await serviceDb.close();
    }
    await dumps.remove();
  });

  type Node = Awaited<ReturnType<typeof openNode>>;
  async function openNode(address: string) {
    const dataDir = temporaryFolder();
    const serviceDb = await PostgresServiceDb.open(address);
    const log = { ...silentLog, error: (_fields: object, message: string) => void errors.push(message) };
    const objects = {
      store: new S3Objects(fake.settings()),
      claim: async () => undefined,
      mayRemove: async () => true,
      outage: () => null,
    };
    const parts = { dataDir, database: { address, ca: null }, serviceDb, clock: { now: () => now }, log };
    const stored = new StoredCatalogs({ ...parts, objects, freeBytes: () => Infinity });
    const live = new LiveCatalog({ ...parts, timer: new FakeTime(), stored, inspect: async () => [] });
    const kept = new KeepStored({ ...parts, stored, objects, catalog: live });
    return { ...parts, stored, live, kept };
  }

  const importOn = ({ dataDir, serviceDb, stored }: Node, count: number) =>
    dumps.importLines(songs(count), { dataDir, serviceDb, stored });
  const generationOf = ({ live }: Node) => live.current()?.generation.number;
  const folders = async ({ dataDir }: Node) => (await readdir(join(dataDir, "catalog"))).toSorted();
  const pollLater = async (node: Node, ms: number): Promise<void> => {
    now += ms;
    await node.live.poll();
  };

  test("are downloaded by the node that did not import, byte by byte, while it searches the former one", async () => {
    await other.live.start();
    for (const count of [1, 2]) {
      await importOn(one, count);
      await pollLater(other, SECOND_MS);
      expect(generationOf(other)).toBe(count);
    }
    for (const pathIn of [catalogPath, indexPath]) {
      const bytesOn = ({ dataDir }: Node) => Bun.file(pathIn(generationDir(dataDir, 2))).bytes();
      expect(await bytesOn(other)).toEqual(await bytesOn(one));
    }
    expect(errors).toEqual([]);
  });

  test("get their index again on a node without a database of its own", async () => {
    await importOn(one, 1);
    await one.live.start();
    const path = indexPath(generationDir(one.dataDir, 1));
    const before = await Bun.file(path).bytes();
    await one.live.rebuildIndex(signal);
    expect(await Bun.file(path).bytes()).toEqual(before);
  });

  test("stay two on each node, and the former one is open until its last reader can have ended", async () => {
    await other.live.start();
    for (const count of [1, 2, 3]) {
      await importOn(one, count);
      await pollLater(other, SECOND_MS);
    }
    expect(await folders(other)).toEqual(["gen-000001", "gen-000002", "gen-000003"]);
    await pollLater(other, MINUTE_MS);
    expect(await folders(other)).toEqual(["gen-000002", "gen-000003"]);
    expect(await folders(one)).toEqual(["gen-000002", "gen-000003"]);
  });

  test("stay as they are on a node that cannot download, which says so once and tries again later and later", async () => {
    await importOn(one, 1);
    await other.live.start();
    await importOn(one, 2);
    fake.instead = () => new Response(null, { status: 403 });
    fake.requests.length = 0;
    for (let second = 0; second < 60; second += 1) await pollLater(other, SECOND_MS);
    expect([generationOf(other), errors]).toEqual([
      1,
      ["the new catalog cannot be opened; the previous one stays in use"],
    ]);
    expect(catalogCheck(other.live)).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^1 songs, index loaded; the newest catalog cannot be opened since/),
    });
    expect(fake.requests.length).toBeLessThan(10);
    fake.instead = () => null;
    await pollLater(other, MINUTE_MS);
    expect([generationOf(other), catalogCheck(other.live).detail]).toEqual([2, "2 songs, index loaded"]);
  });

  test("hide a song on all nodes that was removed on one", async () => {
    await importOn(one, 2);
    await other.live.start();
    await one.serviceDb.write((tx) => addRemovedSongs(tx, ["s1"], now));
    await pollLater(other, SECOND_MS);
    expect([...(other.live.current()?.db.songsByIds(["s0", "s1"]).keys() ?? [])]).toEqual(["s0"]);
  });

  test("that were replaced while a node was off are neither sent nor gone back to by it", async () => {
    await importOn(one, 1);
    await importOn(one, 3);
    await other.live.start();
    await other.kept.run(signal);
    expect(await folders(other)).toEqual(["gen-000001", "gen-000002"]);
    await removeSongs(one, ["s1"]);
    await other.kept.run(signal);
    const rows = await one.serviceDb.read(storedObjects(one.serviceDb));
    expect(new Set(rows.map(({ generation }) => generation))).toEqual(new Set([1, 3]));
    expect((await undoImport(other)).generation).toMatchObject({ number: 4, songs: 1 });
  });

  /** A node whose connection ends while it switches to generation 2; with `isGone` for good. */
  const losing = (node: Node, { isGone }: { readonly isGone: boolean }): Node => {
    const isSwitching = (): boolean => existsSync(generationDir(node.dataDir, 2));
    const fail = async (): Promise<never> => {
      throw new PostgresFailed("The connection has ended", "CONNECTION_CLOSED");
    };
    const serviceDb = new Proxy(node.serviceDb, {
      get: (db, name) => {
        if (isSwitching() && (name === "write" || (isGone && name === "read"))) return fail;
        const value: unknown = Reflect.get(db, name, db);
        return typeof value === "function" ? value.bind(db) : value;
      },
    });
    return { ...node, serviceDb };
  };
  const titled = (title: string, node: Node) =>
    dumps.importLines(
      songs(1).map((song) => ({ ...song, title })),
      node,
    );
  const titleOn = ({ live }: Node) => live.current()?.db.songsByIds(["s0"]).get("s0")?.title;

  test("are the same after an import was lost on one node and another node made one under its number", async () => {
    await importOn(one, 1);
    await one.live.start();
    await expect(titled("Lost", losing(one, { isGone: true }))).rejects.toThrow("The connection has ended");
    expect(await folders(one)).toContain("gen-000002");
    await other.live.start();
    await titled("Kept", other);
    for (const node of [one, other]) await pollLater(node, SECOND_MS);
    expect([titleOn(one), titleOn(other), errors]).toEqual(["Kept", "Kept", []]);
    const bytesOn = ({ dataDir }: Node) => Bun.file(catalogPath(generationDir(dataDir, 2))).bytes();
    expect(await bytesOn(one)).toEqual(await bytesOn(other));
  });

  test("leave no folder of a switch that failed", async () => {
    await importOn(one, 1);
    await expect(titled("Lost", losing(one, { isGone: false }))).rejects.toThrow("The connection has ended");
    expect(await folders(one)).toEqual(["gen-000001"]);
  });
});
