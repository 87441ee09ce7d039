import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { insertAsset } from "../../src/assets/store.ts";
import type { CreatedKey } from "../../src/keys/manage-keys.ts";
import { MINUTE_MS } from "../../src/lib/clock.ts";
import { assetRow } from "../support/asset-row.ts";
import { HttpApp } from "../support/http-app.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

const CALLBACK = "https://studio.example/hook";
const ASSET_ID = "6f1c5b1e-0000-4000-8000-000000000001";

let app: HttpApp;
let key: CreatedKey;

beforeEach(async () => {
  app = await HttpApp.create({ dump: [{ id: "calm", title: "Low Tide", tags: { mood: ["calm"] } }] });
  key = app.key({ hasImages: true });
});
afterEach(() => app.close());

async function search(attributes: Readonly<Record<string, unknown>>): Promise<string> {
  const response = await app.submit(key.token, { callback_url: CALLBACK, ...attributes });
  const { data }: { readonly data: { readonly id: string } } = JSON.parse(await response.text());
  return `/v1/supervisor/search/${data.id}`;
}

describe.each(["{", "null", '{"kind":"image"}'])("a stored analysis %j", (analysis) => {
  beforeEach(async () => {
    const row = assetRow({ id: ASSET_ID, keyId: key.key.id, analysis, processedAt: app.time.now() });
    await app.core.db.write((tx) => insertAsset(tx, row));
  });

  test("is omitted from the asset", async () => {
    const response = await app.ask(`/v1/supervisor/assets/${ASSET_ID}`, { token: key.token });
    const document: { readonly data: { readonly attributes: object } } = JSON.parse(await response.text());
    expect(response.status).toBe(200);
    expect(document.data.attributes).not.toHaveProperty("analysis");
  });

  test("is ignored by a search", async () => {
    const path = await search({ query: "calm", asset_ids: [ASSET_ID] });
    await app.startJobs();
    await app.time.pass(MINUTE_MS);
    const response = await app.ask(path, { token: key.token });
    expect(await response.text()).toContain('"status":"completed"');
  });
});

describe.each(["[", "null", '{"a":1}', '"an-id"', "[1]"])("stored asset ids %j", (assetIds) => {
  test("are an error that names the column", async () => {
    const path = await search({ query: "calm" });
    await app.startJobs();
    await app.time.pass(MINUTE_MS);
    sqliteOf(app.core).sqlite.query("update executions set asset_ids = ?").run(assetIds);
    const response = await app.ask(path, { token: key.token });
    expect(response.status).toBe(500);
    const errors = app.logged.map(({ fields }) => String(fields["error"]));
    expect(errors.join()).toContain("executions.asset_ids");
  });
});

describe.each(["{", "null", '{"songs":[]}'])("a stored answer %j", (answer) => {
  test("is not a result", async () => {
    const path = await search({ query: "calm" });
    await app.startJobs();
    await app.time.pass(MINUTE_MS);
    sqliteOf(app.core).sqlite.query("update answers set answer = ?").run(answer);
    expect((await app.ask(path, { token: key.token })).status).toBe(404);
  });
});
