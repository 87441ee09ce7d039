import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { expiryDuty } from "../../src/assets/expire.ts";
import { deleteUploadRecords, quotaFreeAt, recordUpload } from "../../src/assets/quota-store.ts";
import { AssetReader, insertAsset } from "../../src/assets/store.ts";
import type { Core } from "../../src/app/core.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { systemTimer } from "../../src/lib/timer.ts";
import { TestInstallation } from "../app/setup.ts";
import { assetRow } from "../support/asset-row.ts";
import { createKey } from "../support/create-key.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

const YEARS_MS = 10 * 365 * DAY_MS;
const ANALYSIS_MS = 30 * DAY_MS;

let installation: TestInstallation;
let core: Core;
let keyId: string;

beforeEach(async () => {
  installation = new TestInstallation();
  core = await installation.open();
  keyId = createKey(core, { name: "studio" }).key.id;
});

afterEach(() => installation.remove());

describe("quotas after the clock was ahead", () => {
  const use = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n++) {
      await core.db.write((tx) => recordUpload(tx, { keyId, mediaKind: "image", acceptedAt: installation.now }));
    }
  };
  const freeAt = () => core.db.read(quotaFreeAt(core.db, { keyId, kind: "image", quota: 3, now: installation.now }));
  const counted = () => sqliteOf(core).sqlite.query("select count(*) from uploads").values()[0]?.[0];

  test("do not count uploads of the future", async () => {
    installation.now += YEARS_MS;
    await use(3);
    installation.now -= YEARS_MS;
    expect(await freeAt()).toBeNull();
    await use(3);
    expect(await freeAt()).toBe(installation.now + DAY_MS);
  });

  test("still count uploads after the clock goes back by seconds", async () => {
    await use(3);
    installation.now -= 2 * SECOND_MS;
    expect(await freeAt()).not.toBeNull();
  });

  test("forget uploads that are further in the future than the window", async () => {
    await use(1);
    installation.now += YEARS_MS;
    await use(2);
    installation.now -= YEARS_MS;
    await core.db.write((tx) => deleteUploadRecords(tx, installation.now, 10));
    expect(counted()).toBe(1);
    installation.now -= HOUR_MS;
    await core.db.write((tx) => deleteUploadRecords(tx, installation.now, 10));
    expect(counted()).toBe(1);
  });
});

describe("an analysis that was completed while the clock was wrong", () => {
  test("ahead expires ANALYSIS_DAYS after the correction, not years later", async () => {
    const insert = { id: "x", keyId, analysis: "{}", processedAt: installation.now + YEARS_MS };
    await core.db.write((tx) => insertAsset(tx, assetRow(insert)));
    const assets = new AssetReader(core.db, installation.clock, ANALYSIS_MS);
    const duty = expiryDuty({ db: core.db, clock: installation.clock, timer: systemTimer, audit: core.audit, assets });
    await duty.run(new AbortController().signal);
    expect((await core.db.read(assets.find(keyId, "x")))?.status).toBe("processed");
    installation.now += ANALYSIS_MS + SECOND_MS;
    expect((await core.db.read(assets.find(keyId, "x")))?.status).toBe("expired");
    await duty.run(new AbortController().signal);
    expect(sqliteOf(core).sqlite.query("select status, analysis from assets").values()).toEqual([["expired", null]]);
  });

  test.each([
    ["by months", 300 * DAY_MS],
    ["because it was never set", 56 * 365 * DAY_MS],
  ])("behind %s later is kept, and expires in time", async (_, behindMs) => {
    const submittedAt = installation.now;
    const asset = assetRow({ id: "x", keyId, analysis: "{}", submittedAt, processedAt: submittedAt + SECOND_MS });
    await core.db.write((tx) => insertAsset(tx, asset));
    const assets = new AssetReader(core.db, installation.clock, ANALYSIS_MS);
    const duty = expiryDuty({ db: core.db, clock: installation.clock, timer: systemTimer, audit: core.audit, assets });
    const run = async (): Promise<void> => void (await duty.run(new AbortController().signal));
    installation.now -= behindMs;
    await run();
    installation.now += behindMs;
    await run();
    expect(await core.db.read(assets.find(keyId, "x"))).toMatchObject({ status: "processed", analysis: "{}" });
    installation.now += ANALYSIS_MS + 2 * SECOND_MS;
    await run();
    expect((await core.db.read(assets.find(keyId, "x")))?.status).toBe("expired");
  });

  test("ahead by hours retains its time", async () => {
    const processedAt = installation.now + 2 * HOUR_MS;
    await core.db.write((tx) => insertAsset(tx, assetRow({ id: "x", keyId, analysis: "{}", processedAt })));
    const assets = new AssetReader(core.db, installation.clock, ANALYSIS_MS);
    await expiryDuty({ db: core.db, clock: installation.clock, timer: systemTimer, audit: core.audit, assets }).run(
      new AbortController().signal,
    );
    expect((await core.db.read(assets.find(keyId, "x")))?.processedAt).toBe(processedAt);
  });
});
