import { afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { ledger } from "../../schema/tables/service/ledger.ts";
import { hashFileOffline } from "../../src/app/analyse-offline.ts";
import type { CreatedKey } from "../../src/keys/manage-keys.ts";
import { DAY_MS } from "../../src/lib/clock.ts";
import { type Authority, makeAuthority } from "../support/certificates.ts";
import { HttpApp } from "../support/http-app.ts";
import { HttpsReceiver } from "../support/https-receiver.ts";
import { filmBytes, pictureBytes } from "../support/pictures-and-films.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The tests start processes on a machine that may be busy. */
setDefaultTimeout(60_000);

const SONGS = [{ id: "calm", title: "Low Tide", tags: { mood: ["calm"], instrument: ["piano"] } }];

interface Document {
  readonly data: {
    readonly id: string;
    readonly attributes: { readonly status: string; readonly error?: { readonly code: string } };
  };
  readonly errors?: readonly { readonly code?: string }[];
}

let app: HttpApp;
let authority: Authority;
let receiver: HttpsReceiver;
let key: CreatedKey;
let folder: string;

beforeAll(async () => {
  authority = await makeAuthority();
  folder = temporaryFolder();
  await Bun.write(join(folder, "ca.pem"), authority.caPem);
});

beforeEach(async () => {
  receiver = await HttpsReceiver.start({ authority });
  const settings = { "callback-allow": "127.0.0.1", "callback-ca": join(folder, "ca.pem") };
  app = await HttpApp.create({ dump: SONGS, settings });
  key = app.key({ hasImages: true, hasVideo: true });
});
afterEach(async () => {
  await app.close();
  await receiver.stop();
});

async function upload(bytes: Uint8Array<ArrayBuffer>, type = "image/jpeg"): Promise<string> {
  const document: Document = JSON.parse(await (await app.upload(key.token, { bytes, type })).text());
  return document.data.id;
}

async function submit(assetIds: readonly string[], query?: string) {
  const attributes = {
    asset_ids: assetIds,
    callback_url: `${receiver.url}/hook`,
    ...(query === undefined ? {} : { query }),
  };
  const response = await app.submit(key.token, attributes);
  const document: Document = JSON.parse(await response.text());
  return { status: response.status, document };
}

/** Returns the webhook's document once it has arrived. */
async function delivered(): Promise<Document> {
  await app.until(() => receiver.received.length > 0);
  return JSON.parse(receiver.received[0]?.body ?? "");
}

function remove(id: string): Promise<Response> {
  return app.ask(`/v1/supervisor/assets/${id}`, { method: "DELETE", token: key.token });
}

function tiers(): readonly string[] {
  return app.core.db.orm
    .select({ tier: ledger.tier })
    .from(ledger)
    .all()
    .map((row) => row.tier);
}

describe("a search with assets that are being processed", () => {
  test("waits for them, and is woken at their end, not by a poll", async () => {
    const id = await upload(await pictureBytes());
    const { status, document } = await submit([id, id]);
    expect([status, document.data.attributes.status]).toEqual([202, "processing"]);
    const before = app.time.now();
    await app.startJobs();
    expect((await delivered()).data.attributes.status).toBe("completed");
    expect(app.time.now()).toBe(before);
    expect(tiers()).toEqual(["image"]);
  });

  test("is billed at the video tier with any film in it", async () => {
    const ids = [await upload(await pictureBytes()), await upload(await filmBytes(), "video/mp4")];
    await submit(ids, "calm");
    await app.startJobs();
    expect((await delivered()).data.attributes.status).toBe("completed");
    expect(tiers()).toEqual(["video"]);
  });

  test("asset_failed: one cannot be decoded", async () => {
    const bytes = await pictureBytes({ format: "png" });
    const id = await upload(bytes.slice(0, bytes.length / 2), "image/png");
    expect((await submit([id])).status).toBe(202);
    await app.startJobs();
    expect((await delivered()).data.attributes).toMatchObject({ status: "failed", error: { code: "asset_failed" } });
    const again = await submit([id]);
    expect([again.status, again.document.errors?.[0]?.code]).toEqual([422, "asset_failed"]);
  });

  test("asset_blocked: one is near the blocklist", async () => {
    const bytes = await pictureBytes();
    const { dataDir } = app.core.config;
    const hashes = await hashFileOffline(dataDir, await app.file("listed", bytes));
    await Bun.write(join(dataDir, "blocklist.txt"), (hashes ?? []).join("\n"));
    const id = await upload(bytes);
    expect((await submit([id])).status).toBe(202);
    await app.startJobs();
    expect((await delivered()).data.attributes).toMatchObject({ status: "failed", error: { code: "asset_blocked" } });
    const again = await submit([id], "calm");
    expect([again.status, again.document.errors?.[0]?.code]).toEqual([422, "asset_blocked"]);
  });

  test("asset_unavailable: one is deleted in the meantime", async () => {
    const id = await upload(await pictureBytes());
    expect((await submit([id])).status).toBe(202);
    expect((await remove(id)).status).toBe(204);
    await app.startJobs();
    const { attributes } = (await delivered()).data;
    expect(attributes).toMatchObject({ status: "failed", error: { code: "asset_unavailable" } });
  });

  test("asset_expired: at submission, if the analysis is too old", async () => {
    const id = await upload(await pictureBytes());
    await app.startJobs();
    await app.until(async () => {
      const document: Document = JSON.parse(
        await (await app.ask(`/v1/supervisor/assets/${id}`, { token: key.token })).text(),
      );
      return document.data.attributes.status === "processed";
    });
    app.time.jump(30 * DAY_MS + 1);
    const { status, document } = await submit([id]);
    expect([status, document.errors?.[0]?.code]).toEqual([422, "asset_expired"]);
  });
});
