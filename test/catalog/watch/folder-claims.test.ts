import { expect, test } from "bun:test";
import { join } from "node:path";
import { claimsOf, deleteAllClaims, putClaims } from "../../../src/catalog/watch/claims-store.ts";
import { FolderClaims } from "../../../src/catalog/watch/folder-claims.ts";
import { runNow } from "../../../src/db/work.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { newServiceDb } from "../../support/new-service-db.ts";

const FOLDER = "/srv/music";

test("a song that another import took over before this one got its lock is neither retired nor claimed again", async () => {
  const db = newServiceDb(join(temporaryFolder(), "needledrop.db"));
  await db.write((tx) => putClaims(tx, FOLDER, ["taken", "own"], 1));
  const claims = new FolderClaims(db, { folder: FOLDER, fingerprint: "f", now: 10, graceMs: 5 });
  await db.write((tx) => deleteAllClaims(tx, ["taken"]));
  expect(await claims.decide(() => "absent", { files: [], records: 0 })).toEqual(["own"]);
  await db.write((tx) => claims.write(tx));
  expect([...runNow(claimsOf(db, FOLDER))]).toEqual([]);
  db.close();
});
