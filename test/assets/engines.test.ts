import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { AsyncResource } from "node:async_hooks";
import type { Asset } from "../../src/assets/asset.ts";
import { countUploads, deleteUploadRecords, quotaFreeAt, recordUpload } from "../../src/assets/quota-store.ts";
import {
  AssetReader,
  expireAssets,
  findAsset,
  hasOutdated,
  insertAsset,
  neededOriginals,
  recordResult,
  reopenAsset,
  repairProcessedAt,
  restoreProcessedAt,
} from "../../src/assets/store.ts";
import { uploadsLeft } from "../../src/account/quotas.ts";
import { DEFAULT_AUDIO_QUOTA, DEFAULT_IMAGE_QUOTA, DEFAULT_VIDEO_QUOTA } from "../../src/keys/key.ts";
import { KeyReader } from "../../src/keys/store.ts";
import { createKey } from "../../src/keys/manage-keys.ts";
import { DAY_MS } from "../../src/lib/clock.ts";
import { randomId } from "../../src/lib/ids.ts";
import { assetRow } from "../support/asset-row.ts";
import { HAS_POSTGRES, postgresServer } from "../support/postgres.ts";
import { ENGINES, newDbOn, type OpenServiceDb } from "../support/engines.ts";

const NOW = 10 * DAY_MS;
const ALL = { keyId: null, mediaKind: null, status: null, from: null, to: null };

let db: OpenServiceDb;
let keyId: string;

async function put(id: string, more: Partial<Asset>): Promise<void> {
  await db.write((tx) => insertAsset(tx, assetRow({ id, keyId, ...more })));
}

describe.each(ENGINES)("assets on %s", (engine) => {
  beforeEach(async () => {
    db = await newDbOn(engine);
    keyId = (await createKey({ db, clock: { now: () => NOW }, newId: randomId }, { name: "studio" })).key.id;
  });

  afterEach(async () => {
    await db.close();
  });

  test("are listed by key, state, kind and time, the newest first", async () => {
    const reader = new AssetReader(db, { now: () => NOW }, DAY_MS);
    await put("a", { submittedAt: 1, processedAt: NOW, originalRetained: true });
    await put("b", { submittedAt: 2, status: "pending", mediaKind: "video" });
    await put("c", { submittedAt: 2, status: "failed", processedAt: NOW });
    const listed = async (
      filter: Partial<typeof ALL> | { status: Asset["status"] } | { mediaKind: Asset["mediaKind"] },
    ) => (await db.read(reader.listOfAll({ ...ALL, ...filter }, null, 9))).map(({ id }) => id).join("");
    expect(await listed({})).toBe("cba");
    expect(await listed({ status: "processed" })).toBe("a");
    expect(await listed({ keyId, status: "pending" } as never)).toBe("b");
    expect(await listed({ keyId, mediaKind: "image", to: 2 } as never)).toBe("a");
    expect((await db.read(reader.list(keyId, { submittedAt: 2, id: "c" }, 9))).map(({ id }) => id)).toEqual(["b", "a"]);
    const needed = await db.read(neededOriginals(db, { after: null, limit: 9 }));
    expect(needed.map(({ id }) => id)).toEqual(["b", "a"]);
    const result = { status: "processed", processedAt: NOW, analysis: "{}", error: null } as const;
    expect(await db.write((tx) => recordResult(tx, "b", result))).toBe(true);
    expect(await db.write((tx) => recordResult(tx, "b", result))).toBe(false);
    expect((await db.read(reader.find(keyId, "a")))?.originalRetained).toBe(true);
  });

  test("expire, also when the clock was wrong", async () => {
    await put("old", { submittedAt: 1, processedAt: 5 });
    await put("ahead", { submittedAt: 1, processedAt: NOW + 2 * DAY_MS });
    await put("early", { submittedAt: 9, processedAt: 8 });
    expect(await db.write((tx) => repairProcessedAt(tx, NOW, 9))).toBe(1);
    expect(await db.write((tx) => restoreProcessedAt(tx, { expiredBefore: 9, now: NOW }, 9))).toBe(1);
    expect(await db.read(hasOutdated(db, 9))).toBe(true);
    expect(await db.write((tx) => expireAssets(tx, 9, 9))).toEqual([{ id: "old", keyId }]);
    expect(await db.read(hasOutdated(db, 9))).toBe(false);
  });

  test("count against the quota for a day", async () => {
    for (const acceptedAt of [NOW - DAY_MS, NOW - 5, NOW])
      await db.write((tx) => recordUpload(tx, { keyId, mediaKind: "image", acceptedAt }));
    expect(await db.read(countUploads(db, keyId, "image", NOW))).toBe(2);
    const freeAt = (quota: number) => db.read(quotaFreeAt(db, { keyId, kind: "image", quota, now: NOW }));
    expect([await freeAt(2), await freeAt(3)]).toEqual([NOW - 5 + DAY_MS, null]);
    const keys = await db.read(new KeyReader(db).list());
    const left = await db.read(uploadsLeft(db, keys, NOW));
    expect(left.get(keyId)).toEqual({
      images: DEFAULT_IMAGE_QUOTA - 2,
      video: DEFAULT_VIDEO_QUOTA,
      audio: DEFAULT_AUDIO_QUOTA,
    });
    expect(await db.write((tx) => deleteUploadRecords(tx, NOW, 9))).toBe(1);
  });
});

test.skipIf(!HAS_POSTGRES)("an asset that another node opens again meanwhile does not expire", async () => {
  db = await newDbOn("postgres");
  keyId = (await createKey({ db, clock: { now: () => NOW }, newId: randomId }, { name: "studio" })).key.id;
  await put("old", { submittedAt: 1, processedAt: 5 });
  const server = await postgresServer();
  const expire = AsyncResource.bind(() => db.write((tx) => expireAssets(tx, 9, 9)));
  const expiring: ReturnType<typeof expire>[] = [];
  await db.write(function* (tx) {
    yield* reopenAsset(tx, "old");
    expiring.push(expire());
    while (server.query("select 1 from pg_locks where not granted") === "") yield Bun.sleep(5);
  });
  expect(await Promise.all(expiring)).toEqual([[]]);
  expect(await db.read(findAsset(db, "old"))).toMatchObject({ status: "pending" });
  await db.close();
});
