import { expect, test } from "bun:test";
import { hasAsset, insertAsset } from "../../src/assets/store.ts";
import { all, runNow } from "../../src/db/work.ts";
import { KeyReader } from "../../src/keys/store.ts";
import { Shortlists } from "../../src/shortlists/shortlists.ts";
import { assetRow } from "../support/asset-row.ts";
import { staleReads } from "../support/stale-reads.ts";
import { WebhookSetup } from "../webhooks/setup.ts";

test("an entry has an asset that another connection has just added", async () => {
  const setup = new WebhookSetup();
  const key = runNow(new KeyReader(setup.db).find("key-1"));
  if (key === null) throw new Error("There is no key.");
  const { stale, close } = staleReads(setup.db);
  const shortlists = new Shortlists({
    db: stale,
    clock: setup.time,
    newId: () => crypto.randomUUID(),
    audit: Object.create({ recordIn: () => all({ all: () => [] }) }),
    catalog: Object.create({
      current: () => ({ db: { songsByIds: () => new Map([["1", { id: "1", title: "One", artists: [] }]]) } }),
    }),
    hasAsset,
  });
  const caller = { key, requestId: "r" };
  const { row: list } = await shortlists.create(caller, { name: "Rain" });
  await setup.db.write((tx) => insertAsset(tx, assetRow({ id: "film", keyId: key.id })));
  const { row } = await shortlists.add(caller, list.id, { song_id: "1", asset_id: "film" });
  expect(row).toMatchObject({ songId: "1", assetId: "film" });
  close();
  await setup.close();
});
