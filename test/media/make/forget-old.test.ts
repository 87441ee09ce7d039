import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { ServiceDb } from "../../../src/db/service-db.ts";
import { forgetOld } from "../../../src/media/make/forget-old.ts";
import { deleteOld, putMade } from "../../../src/media/make/store.ts";
import { TestFolder } from "../../support/temporary-folder.ts";

let folder: TestFolder;
let db: ServiceDb;
beforeEach(() => {
  folder = new TestFolder();
  db = ServiceDb.open(folder.to("needledrop.db"));
});
afterEach(() => db.close());

/** Files of a kind, the oldest first; null for one that could not be made. */
function made(kind: "cut" | "imprinted", refs: readonly (string | null)[]): void {
  db.transaction((tx) => {
    for (const [number, ref] of refs.entries()) {
      const key = { digest: String(number).padStart(64, "0"), kind, recipe: "1" };
      putMade(tx, key, ref === null ? { ref, error: "It is empty." } : { ref, error: null }, number);
    }
  });
}

test("the oldest cuts are forgotten apart from their alignments, which are small", () => {
  made("cut", ["store:a.mp3", "store:b.json", "store:c.mp3", "store:d.json", "store:e.json"]);
  db.transaction((tx) => {
    expect(deleteOld(tx, "cut", 1)).toEqual(["store:a.mp3"]);
    expect(deleteOld(tx, "alignment", 2)).toEqual(["store:b.json"]);
  });
});

test("imprinted files are kept up to a size, whatever could not be made since", async () => {
  const refs = ["a.mp3", "b.mp3", "c.mp3"];
  for (const ref of refs) writeFileSync(folder.to(ref), "x".repeat(100));
  made("imprinted", [...refs, null, null]);
  await forgetOld(db, { pathOf: (ref) => folder.to(ref) }, "imprinted", 250);
  expect(refs.map((ref) => existsSync(folder.to(ref)))).toEqual([false, true, true]);
});
