import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import type { SqliteServiceDb } from "../../../src/db/sqlite-service-db.ts";
import { forgettingOld } from "../../../src/media/make/forget-old.ts";
import { deleteOld, noteUse, putMade } from "../../../src/media/make/store.ts";
import { TestFolder } from "../../support/temporary-folder.ts";
import { newServiceDb } from "../../support/new-service-db.ts";

let folder: TestFolder;
let db: SqliteServiceDb;
beforeEach(() => {
  folder = new TestFolder();
  db = newServiceDb(folder.to("needledrop.db"));
});
afterEach(() => db.close());

/** Files of a kind, the oldest first; null for one that could not be made. */
async function made(kind: "cut" | "imprinted", refs: readonly (string | null)[]): Promise<void> {
  await db.write(function* (tx) {
    for (const [number, ref] of refs.entries()) {
      const key = { digest: String(number).padStart(64, "0"), kind, recipe: "1" };
      yield* putMade(tx, key, ref === null ? { ref, error: "It is empty." } : { ref, error: null }, number);
    }
  });
}

test("the oldest cuts are forgotten apart from their alignments, which are small", async () => {
  await made("cut", ["store:a.mp3", "store:b.json", "store:c.mp3", "store:d.json", "store:e.json"]);
  expect(await db.write((tx) => deleteOld(tx, "cut", 1))).toEqual(["store:a.mp3"]);
  expect(await db.write((tx) => deleteOld(tx, "alignment", 2))).toEqual(["store:b.json"]);
});

test("imprinted files are kept up to a size, whatever could not be made since", async () => {
  const refs = ["a.mp3", "b.mp3", "c.mp3"];
  for (const ref of refs) writeFileSync(folder.to(ref), "x".repeat(100));
  await made("imprinted", [...refs, null, null]);
  await forgettingOld({ db, store: { pathOf: (ref) => folder.to(ref) }, bytesMax: 250 })("imprinted");
  expect(refs.map((ref) => existsSync(folder.to(ref)))).toEqual([false, true, true]);
});

test("the imprinted file that was not used for longest is forgotten, and each size is read once", async () => {
  const refs = ["a.mp3", "b.mp3", "c.mp3"];
  for (const ref of refs) writeFileSync(folder.to(ref), "x".repeat(100));
  await made("imprinted", refs.slice(0, 2));
  const asked: string[] = [];
  const pathOf = (ref: string): string => {
    asked.push(ref);
    return folder.to(ref);
  };
  const forgetOld = forgettingOld({ db, store: { pathOf }, bytesMax: 250 });
  await forgetOld("imprinted");
  expect(asked).toEqual(["b.mp3", "a.mp3"]);
  await made("imprinted", refs);
  await db.write((tx) => noteUse(tx, { digest: "0".repeat(64), kind: "imprinted", recipe: "1" }, 9));
  asked.length = 0;
  await forgetOld("imprinted");
  // The size of the new file, and the path of the one that is removed.
  expect(asked).toEqual(["c.mp3", "b.mp3"]);
  expect(refs.map((ref) => existsSync(folder.to(ref)))).toEqual([true, false, true]);
});

test("the size of an imprinted file that was missing is read when it is there again", async () => {
  const refs = ["a.mp3", "b.mp3", "c.mp3"];
  writeFileSync(folder.to("c.mp3"), "x".repeat(100));
  await made("imprinted", refs);
  const forgetOld = forgettingOld({ db, store: { pathOf: (ref) => folder.to(ref) }, bytesMax: 250 });
  await forgetOld("imprinted");
  for (const ref of ["a.mp3", "b.mp3"]) writeFileSync(folder.to(ref), "x".repeat(100));
  await forgetOld("imprinted");
  expect(refs.map((ref) => existsSync(folder.to(ref)))).toEqual([false, true, true]);
});
