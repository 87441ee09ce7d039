import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { AssetDocument, AssetList } from "../../schema/wire/asset.ts";
import { hashFileOffline } from "../../src/app/analyse-offline.ts";
import type { CreatedKey } from "../../src/keys/manage-keys.ts";
import { DAY_MS, MINUTE_MS } from "../../src/lib/clock.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";
import { filmBytes, pictureBytes } from "../support/pictures-and-films.ts";
import { expectRefusals } from "./error-document.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

/** Long, because the tests start processes on a machine that can be busy. */
setDefaultTimeout(60_000);

const UNKNOWN = "7f9c24e8-3b1a-4f0e-9d55-0c4f6a1b2c3d";

interface AssetResource {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

let app: HttpApp;
let key: CreatedKey;
beforeEach(() => open());
afterEach(() => app.close());

async function open(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  app = await HttpApp.create({ settings });
  key = app.key({ hasImages: true, hasVideo: true });
}

async function reopen(settings: Readonly<Record<string, string>>): Promise<void> {
  await app.close();
  await open(settings);
}

async function upload(bytes: Uint8Array<ArrayBuffer>, type = "image/jpeg"): Promise<string> {
  const response = await app.upload(key.token, { bytes, type });
  expect(response.status).toBe(202);
  const { data }: { readonly data: AssetResource } = JSON.parse(await response.text());
  return data.id;
}

function ask(id: string, method = "GET", token = key.token): Promise<Response> {
  return app.ask(`/v1/supervisor/assets/${id}`, { method, token });
}

async function attributesOf(id: string): Promise<Readonly<Record<string, unknown>>> {
  const document: { readonly data: AssetResource } = JSON.parse(await (await ask(id)).text());
  expect(Value.Errors(AssetDocument, document).First()).toBeUndefined();
  return document.data.attributes;
}

/** Runs the jobs until the asset is in a final state, and returns its document. */
async function ended(id: string): Promise<Readonly<Record<string, unknown>>> {
  await app.until(async () => !/pending|processing/.test(String((await attributesOf(id))["status"])));
  return await attributesOf(id);
}

function originalOf(id: string): string {
  return join(app.core.config.dataDir, "uploads", "originals", id);
}

describe("the life of an asset", () => {
  test("pending, processing, processed: with the analysis, and the original removed", async () => {
    const id = await upload(await pictureBytes());
    expect(await attributesOf(id)).toMatchObject({ status: "pending", processed_at: null });
    expect(existsSync(originalOf(id))).toBe(true);
    await app.startJobs();
    await app.until(async () => (await attributesOf(id))["status"] !== "pending");
    const attributes = await ended(id);
    expect(attributes).toMatchObject({ status: "processed", error: null, original_retained: false });
    expect(attributes["processed_at"]).toBe(new Date(app.time.now()).toISOString());
    expect(attributes["analysis"]).toMatchObject({ kind: "image" });
    await app.until(() => !existsSync(originalOf(id)));
  });

  test("a film is processed too", async () => {
    const id = await upload(await filmBytes(), "video/mp4");
    await app.startJobs();
    expect(await ended(id)).toMatchObject({ status: "processed", analysis: { kind: "video", duration: 1 } });
  });

  test("ORIGINALS=keep keeps the original, and the asset shows it", async () => {
    await reopen({ originals: "keep" });
    const id = await upload(await pictureBytes());
    await app.startJobs();
    expect(await ended(id)).toMatchObject({ status: "processed", original_retained: true });
    expect(existsSync(originalOf(id))).toBe(true);
  });

  test("failed: noise after a valid header, with a reason", async () => {
    const bytes = await pictureBytes();
    const scan = Buffer.from(bytes).indexOf(Buffer.from([0xff, 0xda])) + 14;
    for (let at = scan; at < bytes.length - 2; at++) bytes[at] = (at * 7919) % 251 === 3 ? 0xff : (at * 31) % 256;
    const id = await upload(bytes);
    await app.startJobs();
    const attributes = await ended(id);
    expect(attributes).toMatchObject({ status: "failed", error: { code: "asset_failed" } });
    const detail = JSON.stringify(attributes["error"]);
    expect(detail).toContain("The picture could not be decoded: ");
    expect(detail).not.toContain("/");
    expect("analysis" in attributes).toBe(false);
  });

  test("failed: half a picture", async () => {
    const bytes = await pictureBytes({ format: "png" });
    const response = await app.upload(key.token, { bytes: bytes.slice(0, bytes.length / 2), type: "image/png" });
    const { data }: { readonly data: AssetResource } = JSON.parse(await response.text());
    await app.startJobs();
    expect((await ended(data.id))["status"]).toBe("failed");
  });

  test("failed: a missing original", async () => {
    const id = await upload(await pictureBytes());
    await Bun.write(originalOf(id), "short");
    await app.startJobs();
    expect(await ended(id)).toMatchObject({ status: "failed", error: { detail: "The uploaded file was lost." } });
  });

  test("failed: a file during whose analysis the server ended again while it ran alone, with that reason", async () => {
    const id = await upload(await pictureBytes());
    sqliteOf(app.core).sqlite.run(`update jobs set state = 'running', attempt = 1, rescues = 2, crashes = 1,
      lease_owner = 'gone', lease_until = ${app.time.now()}`);
    await app.startJobs();
    const detail = "The service crashed twice while it analysed only this file, so it does not retry.";
    expect(await ended(id)).toMatchObject({ status: "failed", error: { code: "asset_failed", detail } });
    await app.until(() => !existsSync(originalOf(id)));
  });

  test("blocked: similar to a hash of the operator's list, and the original is not kept", async () => {
    await reopen({ originals: "keep" });
    const listed = await app.file("listed.jpg", await pictureBytes({ seed: 5, width: 640, height: 400 }));
    const hashes = (await hashFileOffline(app.core.config.dataDir, listed)) ?? [];
    await Bun.write(join(app.core.config.dataDir, "blocklist.txt"), `# ours\n${hashes.join("\n")}\nnonsense\n`);
    const id = await upload(await pictureBytes({ seed: 5, width: 500, height: 320, format: "webp" }), "image/webp");
    const other = await upload(await pictureBytes({ seed: 6 }));
    await app.startJobs();
    const error = { code: "asset_blocked", detail: "A referenced asset was blocked by safety filters." };
    expect(await ended(id)).toMatchObject({ status: "blocked", error, original_retained: false });
    expect((await ended(other))["status"]).toBe("processed");
    await app.until(() => !existsSync(originalOf(id)));
    expect(app.logged.some(({ message }) => message === "ignored a blocklist line without a valid hash")).toBe(true);
  });

  test("blocked: a film, by one of its frames", async () => {
    const film = await filmBytes({ seconds: 2 });
    const hashes = (await hashFileOffline(app.core.config.dataDir, await app.file("listed.mp4", film))) ?? [];
    await Bun.write(join(app.core.config.dataDir, "blocklist.txt"), (hashes[0] ?? "").toUpperCase());
    const id = await upload(film, "video/mp4");
    await app.startJobs();
    expect((await ended(id))["status"]).toBe("blocked");
  });

  test("expired: after ANALYSIS_DAYS, which can be a fraction", async () => {
    await reopen({ "analysis-days": "0.5" });
    const id = await upload(await pictureBytes());
    await app.startJobs();
    expect((await ended(id))["status"]).toBe("processed");
    app.time.jump(DAY_MS / 2);
    expect((await attributesOf(id))["status"]).toBe("processed");
    app.time.jump(1);
    const attributes = await attributesOf(id);
    expect(attributes).toMatchObject({ status: "expired", error: { code: "asset_expired" } });
    expect("analysis" in attributes).toBe(false);
    for (const service of app.services.background) if (service.name === "scheduler") void service.start();
    await app.time.pass(MINUTE_MS);
    const row = sqliteOf(app.core).sqlite.query("select status, analysis from assets").get();
    expect(row).toEqual({ status: "expired", analysis: null });
  });
});

describe("GET /v1/supervisor/assets/{id}", () => {
  test("404: unknown, malformed, and another key's", async () => {
    const id = await upload(await pictureBytes());
    await expectRefusals(await ask(UNKNOWN), "not_found");
    await expectRefusals(await ask("nonsense"), "not_found");
    await expectRefusals(await ask(id, "GET", app.key({ hasImages: true }).token), "not_found");
  });
});

describe("GET /v1/supervisor/assets", () => {
  const list = (query = "") => app.ask(`/v1/supervisor/assets${query}`, { token: key.token });

  test("returns the key's own assets, the newest first, page by page", async () => {
    const picture = await pictureBytes();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) {
      ids.push(await upload(picture));
      if (count !== 2) app.time.jump(1);
    }
    await app.upload(app.key({ hasImages: true }).token, { bytes: picture, type: "image/jpeg" });
    const seen: string[] = [];
    let next: string | null = "?page[size]=2";
    while (next !== null) {
      const document: { data: AssetResource[]; links: { self: string; next: string | null } } = JSON.parse(
        await (await list(next)).text(),
      );
      expect(Value.Errors(AssetList, document).First()).toBeUndefined();
      expect(document.links.self).toStartWith(`${BASE_URL}/v1/supervisor/assets?page%5Bsize%5D=2`);
      seen.push(...document.data.map(({ id }) => id));
      next = document.links.next === null ? null : new URL(document.links.next).search;
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect(seen[0]).toBe(ids[4] ?? "");
    expect(seen.slice(3)).toEqual([ids[1] ?? "", ids[0] ?? ""]);
  });

  test("400: a size out of range, a foreign cursor and an unknown parameter, all in one response", async () => {
    const query = "?page[size]=101&page[cursor]=abc&filter[status]=failed";
    await expectRefusals(await list(query), "bad_parameter", "bad_parameter", "bad_parameter");
  });

  test("uses its index", () => {
    const plan = sqliteOf(app.core)
      .sqlite.query<{ detail: string }, []>(
        "explain query plan select * from assets where key_id = '' and (submitted_at, id) < (1, '') order by submitted_at desc, id desc limit 2",
      )
      .all();
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining("USING INDEX assets_by_key")]);
  });
});

describe("DELETE /v1/supervisor/assets/{id}", () => {
  test("204: original and analysis are removed", async () => {
    const id = await upload(await pictureBytes());
    expect((await ask(id, "DELETE")).status).toBe(204);
    expect(existsSync(originalOf(id))).toBe(false);
    await expectRefusals(await ask(id), "not_found");
    await expectRefusals(await ask(id, "DELETE"), "not_found");
    await app.startJobs();
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("404: another key's asset, which stays", async () => {
    const id = await upload(await pictureBytes());
    await expectRefusals(await ask(id, "DELETE", app.key().token), "not_found");
    expect((await ask(id)).status).toBe(200);
  });
});

test("the original stays if the transaction of an upload fails after its commit", async () => {
  const db = sqliteOf(app.core);
  const write = db.write.bind(db);
  const rows = () => db.sqlite.query<{ id: string }, []>("select id from assets").all();
  const failing = spyOn(db, "write").mockImplementation(async (work) => {
    await write(work);
    throw new Error("The connection is lost.");
  });
  const response = await app.upload(key.token, { bytes: await pictureBytes(), type: "image/jpeg" });
  failing.mockRestore();
  expect(response.status).toBe(500);
  expect(rows().map(({ id }) => existsSync(originalOf(id)))).toEqual([true]);
});

test("leftovers of a killed process are removed, and needed files stay", async () => {
  const id = await upload(await pictureBytes());
  const half = join(app.core.config.dataDir, "uploads", "incoming", "x.part");
  await Bun.write(half, "half");
  await Bun.write(originalOf(UNKNOWN), "an orphan");
  await app.services.prepare();
  expect([half, originalOf(UNKNOWN), originalOf(id)].map((path) => existsSync(path))).toEqual([false, false, true]);
});
