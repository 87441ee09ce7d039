import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runNow } from "../../src/db/work.ts";
import { AuditEntry } from "../../schema/wire/audit.ts";
import { insertAsset } from "../../src/assets/store.ts";
import { listLines } from "../../src/audit/store.ts";
import { verifyTrail } from "../../src/audit/verify-chain.ts";
import { writeExport } from "../../src/audit/write-export.ts";
import type { CreatedKey } from "../../src/keys/manage-keys.ts";
import { DAY_MS, MINUTE_MS } from "../../src/lib/clock.ts";
import { parseChecked } from "../../src/lib/parse-json.ts";
import { assetRow } from "../support/asset-row.ts";
import { HttpApp } from "../support/http-app.ts";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

/** Long, because an upload starts a process on a machine that can be busy. */
setDefaultTimeout(60_000);

const ASSET = "7f9c24e8-3b1a-4f0e-9d55-0c4f6a1b2c3d";
const CALLBACK = "https://93.184.216.34/secret-path";

let app: HttpApp;
let key: CreatedKey;

beforeEach(async () => {
  app = await HttpApp.create({ ...SMALL_CATALOG });
  key = app.key({ mode: "live", hasImages: true });
});

afterEach(() => app.close());

async function entries(): Promise<readonly AuditEntry[]> {
  while (await app.core.audit.write());
  return runNow(listLines(app.core.db, { from: null, to: null, keyId: null, limit: 1_000 })).flatMap((line) => {
    const entry = parseChecked(AuditEntry, line);
    return entry === null ? [] : [entry];
  });
}

async function addAsset(): Promise<void> {
  const row = assetRow({ id: ASSET, keyId: key.key.id, processedAt: app.time.now(), analysis: "{}" });
  await app.core.db.write((tx) => insertAsset(tx, row));
}

async function link(kind: "mp3" | "wav" | "stems"): Promise<string> {
  const text = await (await app.ask("/v1/songs/1042", { token: key.token })).text();
  const pattern = { mp3: /http[^"]+full\.mp3[^"]+/, wav: /http[^"]+full\.wav[^"]+/, stems: /http[^"]+stems\.zip[^"]+/ };
  return pattern[kind].exec(text)?.[0] ?? "";
}

describe("the audit trail has", () => {
  test("an accepted upload, with the request and the key, and not the name of the file", async () => {
    const response = await app.upload(key.token, { bytes: await pictureBytes(), type: "image/jpeg" });
    expect(response.status).toBe(202);
    const { data }: { data: { id: string } } = JSON.parse(await response.text());
    expect(await entries()).toMatchObject([
      {
        actor: { kind: "key", id: key.key.id, name: "a studio" },
        action: "upload.accepted",
        objects: { asset: data.id, kind: "image" },
        outcome: "done",
        request: response.headers.get("x-request-id") ?? "missing",
      },
    ]);
    expect(JSON.stringify(await entries())).not.toContain("a file");
  });

  test("every refused upload, with the reason", async () => {
    const text = { bytes: new TextEncoder().encode("no picture"), type: "text/plain" };
    expect((await app.upload(key.token, text)).status).toBe(422);
    expect((await app.upload(key.token, text)).status).toBe(422);
    expect((await app.upload(app.key({ hasSupervisor: false }).token, text)).status).toBe(403);
    expect((await entries()).map(({ action, outcome }) => [action, outcome])).toEqual([
      ["upload.refused", "unsupported_format"],
      ["upload.refused", "unsupported_format"],
      ["upload.refused", "unauthorized"],
    ]);
  });

  test("a deleted asset, but not one that was not there", async () => {
    await addAsset();
    const path = `/v1/supervisor/assets/${ASSET}`;
    expect((await app.ask(path, { token: app.key().token, method: "DELETE" })).status).toBe(404);
    expect((await app.ask(path, { token: key.token, method: "DELETE" })).status).toBe(204);
    expect((await app.ask(path, { token: key.token, method: "DELETE" })).status).toBe(404);
    expect(await entries()).toMatchObject([
      { actor: { id: key.key.id }, action: "asset.deleted", objects: { asset: ASSET } },
    ]);
  });

  test("an expired asset, found by its key", async () => {
    await addAsset();
    app.time.jump(31 * DAY_MS);
    const duties = app.services.features.flatMap((feature) => feature.duties ?? []);
    const running = duties.find(({ name }) => name === "expire analyses")?.run(new AbortController().signal);
    await app.time.runDue();
    await running;
    expect(await entries()).toMatchObject([
      { actor: { kind: "server" }, action: "asset.expired", objects: { asset: ASSET, key: key.key.id } },
    ]);
  });

  test("searches with their assets and whether they were new, but not refused ones", async () => {
    await addAsset();
    const search = { query: "slow synth", asset_ids: [ASSET], callback_url: CALLBACK };
    const first = await app.submit(key.token, search);
    expect(first.status).toBe(202);
    const { data }: { data: { id: string } } = JSON.parse(await first.text());
    expect((await app.submit(key.token, search)).status).toBe(202);
    expect((await app.submit(key.token, { query: "x" })).status).toBe(422);
    const objects = { search: data.id, assets: [ASSET] };
    expect(await entries()).toMatchObject([
      { actor: { id: key.key.id }, action: "search.submitted", objects, outcome: "enqueued" },
      { actor: { id: key.key.id }, action: "search.submitted", objects, outcome: "joined" },
    ]);
    expect((await entries())[0]?.request).toBe(first.headers.get("x-request-id"));
  });

  test("a result that is read, once in ten minutes", async () => {
    const { data }: { data: { id: string } } = JSON.parse(
      await (await app.submit(key.token, { query: "slow synth", callback_url: CALLBACK })).text(),
    );
    const read = async (): Promise<number> => {
      return (await app.ask(`/v1/supervisor/search/${data.id}`, { token: key.token })).status;
    };
    expect(await read()).toBe(404);
    await app.startJobs();
    await app.until(async () => (await read()) === 200);
    expect(await read()).toBe(200);
    app.time.jump(10 * MINUTE_MS);
    expect(await read()).toBe(200);
    const opened = (await entries()).filter(({ action }) => action === "result.opened");
    expect(opened.map(({ objects }) => objects)).toEqual([{ search: data.id }, { search: data.id }]);
  });

  test("opened media, with the kind, but not their header or a refused link", async () => {
    const [mp3, wav, stems] = [await link("mp3"), await link("wav"), await link("stems")];
    expect((await app.ask(mp3, { method: "HEAD" })).status).toBe(200);
    expect(await entries()).toEqual([]);
    expect((await app.ask(mp3.replace(/token=[^&]+/, "token=x"))).status).toBe(403);
    for (const url of [mp3, mp3, wav, stems]) expect((await app.ask(url)).status).toBe(200);
    expect(await entries()).toMatchObject([
      { actor: { id: key.key.id }, action: "media.opened", objects: { audio_file: "9001", kind: "mp3" } },
      { actor: { id: key.key.id }, action: "media.opened", objects: { audio_file: "9001", kind: "wav" } },
      { actor: { id: key.key.id }, action: "media.opened", objects: { song: "1042", kind: "stems" } },
    ]);
  });

  test("an analysis that is read, but not one that is not there yet", async () => {
    await addAsset();
    const path = `/v1/supervisor/assets/${ASSET}`;
    expect((await app.ask(path, { token: key.token })).status).toBe(200);
    expect(await entries()).toMatchObject([{ action: "asset.opened", objects: { asset: ASSET } }]);
    app.time.jump(10 * MINUTE_MS);
    expect((await app.ask(path, { token: key.token, method: "HEAD" })).status).toBe(200);
    expect(await entries()).toHaveLength(1);
    sqliteOf(app.core).sqlite.run("update assets set status = 'pending', analysis = null, processed_at = null");
    app.time.jump(10 * MINUTE_MS);
    expect((await app.ask(path, { token: key.token })).status).toBe(200);
    expect(await entries()).toHaveLength(1);
  });
});

test("neither the trail nor its export has the text of a brief, a URL, a token or a secret", async () => {
  await addAsset();
  const brief = { query: "Wolkenbruch am Hafen", context: "Last scene, she leaves the harbour for good." };
  await app.submit(key.token, { ...brief, asset_ids: [ASSET], callback_url: CALLBACK });
  await app.ask(await link("mp3"));
  await app.ask(`/v1/supervisor/assets/${ASSET}`, { token: key.token, method: "DELETE" });
  expect((await entries()).length).toBeGreaterThanOrEqual(3);
  expect(await verifyTrail(app.core.db)).toMatchObject({ isIntact: true });
  const path = join(app.folder, "audit.jsonl");
  await writeExport(app.core.db, path);
  const text = readFileSync(path, "utf8");
  for (const secret of ["Wolkenbruch", "harbour", "http", "secret-path", key.token.slice(-43), key.webhookSecret]) {
    expect(text).not.toContain(secret);
  }
});
