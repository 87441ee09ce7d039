import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { mediaMade } from "../../../schema/tables/service/media.ts";
import type { SqliteServiceDb } from "../../../src/db/sqlite-service-db.ts";
import { forgetMissing } from "../../../src/media/make/forget-missing.ts";
import { putMade } from "../../../src/media/make/store.ts";
import { MediaStore } from "../../../src/media/store/media-store.ts";
import { TestFolder } from "../../support/temporary-folder.ts";
import { newServiceDb } from "../../support/new-service-db.ts";

const { signal } = new AbortController();
let folder: TestFolder;
let db: SqliteServiceDb;
let store: MediaStore;
beforeEach(() => {
  folder = new TestFolder();
  db = newServiceDb(folder.to("needledrop.db"));
  store = new MediaStore(folder.path, "server", { folder: "generated" });
});
afterEach(() => db.close());

async function generate(digest: string): Promise<string> {
  const path = store.temporaryPath("mp3");
  await Bun.write(path, digest);
  const { ref } = await store.adopt(path, "mp3");
  await db.write((tx) => putMade(tx, { digest, kind: "mp3", recipe: "1" }, { ref, error: null }, 0));
  return ref;
}

const known = (): readonly string[] =>
  db.orm
    .select()
    .from(mediaMade)
    .all()
    .map(({ digest }) => digest)
    .toSorted();

test("only the records of missing files are forgotten, and failures are kept", async () => {
  await generate("a");
  const ref = await generate("b");
  await db.write((tx) => putMade(tx, { digest: "c", kind: "mp3", recipe: "1" }, { ref: null, error: "Empty." }, 0));
  rmSync(store.pathOf(ref) ?? "");
  await forgetMissing(db, store, signal);
  expect(known()).toEqual(["a", "c"]);
});

test("all records of a deleted folder are forgotten, in several batches", async () => {
  for (let at = 0; at < 2_100; at++) {
    const ref = `store:${String(at).padStart(64, "0")}.mp3`;
    await db.write((tx) => putMade(tx, { digest: `${at}`, kind: "mp3", recipe: "1" }, { ref, error: null }, 0));
  }
  await forgetMissing(db, store, signal);
  expect(known()).toEqual([]);
});

test("a file that is stored while the folder is listed keeps its record", async () => {
  const listing = {
    pathOf: (ref: string) => store.pathOf(ref),
    async *objects() {
      yield* store.objects();
      await generate("new");
    },
  };
  await forgetMissing(db, listing, signal);
  expect(known()).toEqual(["new"]);
});
