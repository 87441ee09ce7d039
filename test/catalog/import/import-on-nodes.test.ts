import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { currentGeneration, generationDir, setCurrentGeneration } from "../../../src/catalog/generation.ts";
import { lockUnlessImporting, takeImportLockSoon } from "../../../src/catalog/import/import-lock.ts";
import { PostgresServiceDb } from "../../../src/db/postgres-service-db.ts";
import type { ServiceDb } from "../../../src/db/service-db.ts";
import { type Clock, systemClock } from "../../../src/lib/clock.ts";
import { HAS_POSTGRES, newPostgresAddress } from "../../support/postgres.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { songs } from "../stored/setup.ts";
import { CatalogFixture } from "./catalog-fixture.ts";

const HOLDER = { pid: 1, role: "import", address: null, since: 0 };

describe("an import that another node overtakes", () => {
  let catalog: CatalogFixture;
  beforeEach(async () => {
    catalog = await CatalogFixture.make();
  });
  afterEach(async () => {
    await catalog.remove();
  });

  const theirs = { number: 2, version: "theirs", songs: 7 };
  const overtake = (): Promise<void> => catalog.serviceDb.write((tx) => setCurrentGeneration(tx, theirs, 0));
  /** A database in which another node writes just before this one does. */
  const overtaking = (db: ServiceDb): ServiceDb =>
    Object.create(db, {
      read: { value: db.read.bind(db) },
      write: { value: async (work: Parameters<typeof db.write>[0]) => (await overtake(), await db.write(work)) },
    });

  test.each([
    ["before the switch", () => ({ afterReading: overtake })],
    ["at the switch", () => ({ serviceDb: overtaking(catalog.serviceDb) })],
  ])("%s changes nothing, and says so", async (_when, overrides) => {
    await catalog.importLines(songs(1));
    const importing = catalog.importLines(songs(2), overrides());
    await expect(importing).rejects.toThrow(
      "Another node has changed the catalog meanwhile, so this change was not made",
    );
    expect(await catalog.serviceDb.read(currentGeneration(catalog.serviceDb))).toEqual(theirs);
    expect(existsSync(generationDir(catalog.dataDir, 2))).toBe(false);
  });
});

describe.skipIf(!HAS_POSTGRES)("the import lock of two nodes", () => {
  interface Node {
    readonly dataDir: string;
    readonly serviceDb: PostgresServiceDb;
    readonly clock: Clock;
  }
  let nodes: readonly [Node, Node];
  beforeEach(async () => {
    const address = await newPostgresAddress();
    const node = async () => ({
      dataDir: temporaryFolder(),
      serviceDb: await PostgresServiceDb.open(address),
      clock: systemClock,
    });
    nodes = [await node(), await node()];
  });
  afterEach(async () => {
    await Promise.all(nodes.map(({ serviceDb }) => serviceDb.close()));
  });

  test("refuses an import on the other node, and sweeps nothing there", async () => {
    const [one, other] = nodes;
    const lock = await takeImportLockSoon(one, HOLDER);
    await expect(takeImportLockSoon(other, HOLDER)).rejects.toThrow("Another import is running on another node.");
    await expect(takeImportLockSoon(one, HOLDER)).rejects.toThrow(
      "into this data folder is running: process 1 (import)",
    );
    expect(await lockUnlessImporting(other)).toBeNull();
    await lock.release();
    await (await takeImportLockSoon(other, HOLDER)).release();
    await (await lockUnlessImporting(one))?.release();
  });

  test("lets an import wait for a batch of a sweep on the other node", async () => {
    const [one, other] = nodes;
    const batch = await lockUnlessImporting(one);
    const importing = takeImportLockSoon(other, HOLDER);
    expect(await lockUnlessImporting(other)).toBeNull();
    await batch?.release();
    await (await importing).release();
  });
});
