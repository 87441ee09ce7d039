import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { knownDigest } from "../../src/audio/source-store.ts";
import { originsOf as pathsOf } from "../../src/cue-sheets/origins-store.ts";
import {
  countFailedSources,
  deleteOld,
  deleteOutdatedMade,
  failedSources,
  failuresOf,
  findMade,
  hasFailures,
  newestImprinted,
  noteUse,
  putMade,
} from "../../src/media/make/store.ts";
import { countDamagedMedia, damagedMediaIn, isDamaged, putDamaged } from "../../src/media/store/damage-store.ts";
import { originsOf, putOrigins, putSources, sourcesOf } from "../../src/media/store/source-store.ts";
import { deleteMade, deleteSources, madeAfter, madeAmong, sourcesAfter } from "../../src/media/store/sweep-store.ts";
import { ENGINES, newDbOn, type OpenServiceDb } from "../support/engines.ts";

const A = "a".repeat(64);
const B = "b".repeat(64);

let db: OpenServiceDb;

describe.each(ENGINES)("the record of media on %s", (engine) => {
  beforeEach(async () => {
    db = await newDbOn(engine);
  });

  afterEach(async () => {
    await db.close();
  });

  test("keeps the digest of a source that has not changed", async () => {
    const read = { ref: "/m/a.wav", byteSize: 3, modifiedAt: 4, digest: A };
    const changed = { ref: "/m/b.wav", byteSize: 3, modifiedAt: 4, digest: B };
    await db.write((tx) => putSources(tx, [read, changed]));
    await db.write((tx) =>
      putSources(tx, [
        { ...read, digest: null },
        { ...changed, byteSize: 5, digest: null },
      ]),
    );
    const found = await db.read(sourcesOf(db, [read.ref, changed.ref, "/m/c.wav"]));
    expect([...found.values()]).toEqual([read, { ...changed, byteSize: 5, digest: null }]);
    expect(await db.read(knownDigest(db, read.ref))).toBe(A);
    expect((await db.read(sourcesAfter(db, "/m/a.wav", 9))).map(({ ref }) => ref)).toEqual(["/m/b.wav"]);
  });

  test("writes the last of several files with the same name in the store, or the same path", async () => {
    const source = { ref: `store:${A}.wav`, byteSize: 3, modifiedAt: 4, digest: A };
    const origin = { path: "/m/a.wav", byteSize: 3, modifiedAt: 4, ref: source.ref };
    await db.write(function* (tx) {
      yield* putSources(tx, [source, { ...source, modifiedAt: 5 }]);
      yield* putOrigins(tx, [origin, { ...origin, modifiedAt: 5 }]);
    });
    expect([...(await db.read(sourcesOf(db, [source.ref]))).values()]).toEqual([{ ...source, modifiedAt: 5 }]);
    expect([...(await db.read(originsOf(db, [origin.path]))).values()]).toEqual([{ ...origin, modifiedAt: 5 }]);
  });

  test("finds and forgets the paths of files in the store", async () => {
    const origin = { path: "/m/É.wav", byteSize: 3, modifiedAt: 4, ref: `store:${A}.wav` };
    await db.write((tx) => putOrigins(tx, [origin]));
    await db.write((tx) => putOrigins(tx, [{ ...origin, byteSize: 9 }]));
    expect([...(await db.read(originsOf(db, [origin.path]))).values()]).toEqual([{ ...origin, byteSize: 9 }]);
    expect((await db.read(pathsOf(db, [origin.ref]))).get(origin.ref)).toEqual([origin.path]);
    await db.write((tx) => deleteSources(tx, [origin.ref]));
    expect((await db.read(originsOf(db, [origin.path]))).size).toBe(0);
  });

  test("keeps the files that were used last, and knows what failed", async () => {
    const cut = (recipe: string) => ({ digest: A, kind: "cut", recipe }) as const;
    for (const [at, name] of ["one", "two", "three"].entries())
      await db.write((tx) => putMade(tx, cut(name), { ref: `store:${name}.wav`, error: null }, at));
    await db.write((tx) => putMade(tx, cut("aligned"), { ref: "store:aligned.json", error: null }, 0));
    await db.write((tx) => noteUse(tx, cut("one"), 9));
    expect((await db.write((tx) => deleteOld(tx, "cut", 1))).toSorted()).toEqual(["store:three.wav", "store:two.wav"]);
    expect(await db.write((tx) => deleteOld(tx, "alignment", 0))).toEqual(["store:aligned.json"]);
    expect(await db.read(findMade(db, cut("one")))).toEqual({ ref: "store:one.wav", error: null, madeAt: 9 });
    expect(await db.read(madeAmong(db, ["store:one.wav", "store:two.wav"]))).toEqual(new Set(["store:one.wav"]));
    const failed = { digest: B, kind: "mp3", recipe: "1" } as const;
    await db.write((tx) => putMade(tx, failed, { ref: null, error: "no sound" }, 3));
    await db.write((tx) => putOrigins(tx, [{ path: "/m/b.wav", byteSize: 1, modifiedAt: 1, ref: `store:${B}.wav` }]));
    expect(await db.read(hasFailures(db))).toBe(true);
    expect(await db.read(failuresOf(db, [A, B]))).toEqual([failed]);
    expect(await db.read(countFailedSources(db))).toBe(1);
    expect(await db.read(failedSources(db, 9))).toEqual([
      { digest: B, ref: null, origin: "/m/b.wav", error: "no sound" },
    ]);
    expect(await db.read(newestImprinted(db))).toEqual([]);
    expect((await db.read(madeAfter(db, { ...cut("one"), ref: null }, 9))).map(({ digest }) => digest)).toEqual([B]);
    expect(await db.write((tx) => deleteOutdatedMade(tx, "mp3", "2", 9))).toBe(1);
    await db.write((tx) => deleteMade(tx, [cut("one")]));
    expect(await db.read(madeAfter(db, null, 9))).toEqual([]);
  });

  test("notes damage", async () => {
    for (const checkedAt of [1, 2]) await db.write((tx) => putDamaged(tx, "store:x.wav", checkedAt));
    expect(await db.read(isDamaged(db, "store:x.wav"))).toBe(true);
    expect(await db.read(damagedMediaIn(db, { before: 3, limit: 9 }))).toEqual(["store:x.wav"]);
    expect(await db.read(countDamagedMedia(db))).toBe(1);
  });
});
