import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { join } from "node:path";
import type { Asset, AssetPosition } from "../../src/assets/asset.ts";
import { insertAsset, type NeededOriginal, neededOriginals } from "../../src/assets/store.ts";
import type { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { randomId } from "../../src/lib/ids.ts";
import { assetRow } from "../support/asset-row.ts";
import { createKey } from "../support/create-key.ts";
import { newServiceDb } from "../support/new-service-db.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let db: SqliteServiceDb;
beforeEach(() => {
  db = newServiceDb(join(temporaryFolder(), "needledrop.db"));
});
afterEach(() => db.close());

async function idsInPages(limit: number): Promise<readonly string[]> {
  const ids: string[] = [];
  let after: AssetPosition | null = null;
  do {
    const page: readonly NeededOriginal[] = await db.read(neededOriginals(db, { after, limit }));
    ids.push(...page.map(({ id }) => id));
    after = page.at(-1) ?? null;
  } while (after !== null);
  return ids;
}

test("the assets that need their originals are read in pages, the newest first, each once", async () => {
  const keyId = createKey({ db, clock: systemClock, newId: randomId }, { name: "studio" }).key.id;
  const put = (id: string, submittedAt: number, more: Partial<Asset> = {}): Promise<void> =>
    db.write((tx) => insertAsset(tx, assetRow({ id, keyId, submittedAt, ...more })));
  await put("old", 1, { originalRetained: true });
  for (const id of ["a", "b", "c"]) await put(id, 2, { status: "pending" });
  await put("analysed", 3);
  await put("failed", 3, { status: "failed" });
  await put("new", 4, { status: "processing" });
  const all = ["new", "c", "b", "a", "old"];
  for (const limit of [1, 2, 3, 9]) expect(await idsInPages(limit)).toEqual(all);
});

test("a page of them is read by the index of times, without sorting", async () => {
  const prepare = spyOn(db.sqlite, "prepare");
  await db.read(neededOriginals(db, { after: { submittedAt: 1, id: "a" }, limit: 10 }));
  const [[sql] = [""]] = prepare.mock.calls;
  prepare.mockRestore();
  const plan = db.sqlite.query<{ readonly detail: string }, []>(`explain query plan ${sql}`).all();
  expect(plan.map(({ detail }) => detail)).toEqual([
    "SEARCH assets USING INDEX assets_by_time ((submitted_at,id)<(?,?))",
  ]);
});
