import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { currentGeneration, setCurrentGeneration } from "../../src/catalog/generation.ts";
import { catalogChanges, recordChange } from "../../src/catalog/history-store.ts";
import { addRemovedSongs, deleteRemovedSongs, removedSongs } from "../../src/catalog/removed-songs-store.ts";
import { keepObjectsOf, recordObjects, storedObjects } from "../../src/catalog/stored/objects-store.ts";
import {
  claimedSongs,
  claimsOf,
  claimsOfOthers,
  countClaims,
  countOverdue,
  deleteAllClaims,
  putClaims,
} from "../../src/catalog/watch/claims-store.ts";
import {
  confirmHeld,
  putImported,
  putState,
  watchFolder,
  watchFoldersOf,
} from "../../src/catalog/watch/watch-store.ts";
import { ENGINES, newDbOn, type OpenServiceDb } from "../support/engines.ts";

let db: OpenServiceDb;

describe.each(ENGINES)("the record of catalogs on %s", (engine) => {
  beforeEach(async () => {
    db = await newDbOn(engine);
  });

  afterEach(async () => {
    await db.close();
  });

  test("has the current generation, its changes and its objects", async () => {
    const generation = (number: number) => ({ number, version: `v${number}`, songs: number });
    const change = { source: "import", subject: "/m", added: 1, updated: 0, retired: 0 } as const;
    for (const number of [1, 2])
      await db.write(function* (tx) {
        yield* setCurrentGeneration(tx, generation(number), number);
        yield* recordChange(tx, generation(number), change, number);
      });
    expect(await db.read(currentGeneration(db))).toEqual(generation(2));
    expect((await db.read(catalogChanges(db))).map((past) => past.generation)).toEqual([2, 1]);
    const object = (number: number, digest: string) =>
      ({ generation: number, file: "catalog.db", digest, byteSize: 5, format: 1 }) as const;
    await db.write((tx) => recordObjects(tx, [object(1, "a"), object(2, "b"), object(2, "c")]));
    await db.write((tx) => keepObjectsOf(tx, [2]));
    expect(await db.read(storedObjects(db))).toEqual([object(2, "c")]);
  });

  test("lists removed songs in the order of their ids' bytes", async () => {
    await db.write((tx) => addRemovedSongs(tx, ["é", "b", "Z", "a", "b"], 1));
    await db.write((tx) => addRemovedSongs(tx, ["a"], 2));
    await db.write((tx) => deleteRemovedSongs(tx, ["b"]));
    expect(await db.read(removedSongs(db))).toEqual(["Z", "a", "é"].map((id) => ({ id, removedAt: 1 })));
  });

  test("knows the watched folders and what they have", async () => {
    await db.write((tx) => putClaims(tx, "/a", ["1", "2"], null));
    await db.write((tx) => putClaims(tx, "/a", ["2"], 5));
    await db.write((tx) => putClaims(tx, "/b", ["2", "3"], null));
    expect(await db.read(claimsOf(db, "/a"))).toEqual(
      new Map([
        ["1", null],
        ["2", 5],
      ]),
    );
    expect(await db.read(claimsOfOthers(db, "/a"))).toEqual(new Set(["2", "3"]));
    expect(await db.read(countOverdue(db, "/a", { before: 5, now: 9 }))).toBe(1);
    await db.write((tx) => deleteAllClaims(tx, ["2"]));
    expect(await db.read(claimedSongs(db))).toEqual(new Set(["1", "3"]));
    expect(await db.read(countClaims(db, "/a"))).toBe(1);
    await db.write((tx) => putState(tx, "/a", { state: "held", detail: "3 songs", since: 1 }));
    await db.write((tx) => confirmHeld(tx, "/a", 3));
    const imported = { folder: "/a", fingerprint: "f", now: 2, held: 1 };
    await db.write((tx) => putImported(tx, { ...imported, used: 4 }));
    expect(await db.read(watchFolder(db, "/a"))).toMatchObject({ state: "held", confirmed: 3, held: 1 });
    await db.write((tx) => putImported(tx, { ...imported, used: 3 }));
    expect((await db.read(watchFoldersOf(db))).map(({ confirmed }) => confirmed)).toEqual([null]);
  });
});
