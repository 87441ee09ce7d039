import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { assets } from "../../schema/tables/service/assets.ts";
import type { SearchSongsOutput } from "../../schema/wire/mcp.ts";
import { AssetOutput, ListAssetsOutput } from "../../schema/wire/mcp-assets.ts";
import { SECOND_MS } from "../../src/lib/clock.ts";
import { UPLOAD_BYTES_MAX } from "../../src/mcp/tools/decode-upload.ts";
import { assetRow } from "../support/asset-row.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";
import { McpClient } from "../support/mcp-client.ts";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { writeNow } from "../support/write-now.ts";

type Assets = Static<typeof ListAssetsOutput>;
type Uploaded = Static<typeof AssetOutput>;
type Search = Static<typeof SearchSongsOutput>;

let app: HttpApp;
let mcp: McpClient;
let keyId = "";
let picture = "";
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  const created = app.key({ rate: 10_000, hasImages: true, imageQuota: 3 });
  keyId = created.key.id;
  mcp = await McpClient.connect(app, created.token);
  picture = Buffer.from(await pictureBytes()).toString("base64");
});
afterAll(async () => {
  await mcp.close();
  await app.services.app.stop(true);
  await app.close();
});

async function refused(args: Readonly<Record<string, unknown>>): Promise<string> {
  const { isError, content } = await mcp.call("upload_asset", args);
  expect(isError).toBe(true);
  return content.map(({ text }) => text).join(" ");
}

describe("upload_asset", () => {
  test("takes base64, or a data URL, and the asset is the key's own", async () => {
    const uploaded = await mcp.value<Uploaded>("upload_asset", { data: picture });
    expect([...Value.Errors(AssetOutput, uploaded)]).toEqual([]);
    expect(uploaded.asset.attributes).toMatchObject({ status: "pending", content_type: "image/jpeg", width: 320 });
    const typed = await mcp.value<Uploaded>("upload_asset", { data: `data:image/jpeg;base64,${picture}` });
    const { asset } = await mcp.value<Uploaded>("read_asset", { asset_id: typed.asset.id });
    expect(asset.links.self).toBe(`${BASE_URL}/v1/supervisor/assets/${typed.asset.id}`);
    const foreign = await McpClient.connect(app, app.key({ hasImages: true }).token);
    expect((await foreign.call("read_asset", { asset_id: typed.asset.id })).isError).toBe(true);
    expect((await foreign.value<Assets>("list_assets")).assets).toEqual([]);
    await foreign.close();
  });

  test.each([
    ["text", "hello world!"],
    ["URL-safe base64", "_-_-"],
    ["base64 that ends too early", picture.slice(0, 5)],
    ["a data URL that is no base64", "data:image/png,abcd"],
  ])("refuses what is not base64: %s", async (_title, data) => {
    expect(await refused({ data: data === "" ? "abcde" : data })).toContain("Expected base64");
  });

  test("names the declared and the found type", async () => {
    const text = await refused({ data: picture, content_type: "image/png" });
    expect(text).toStartWith("unsupported_format: The file is declared as image/png, and its content is image/jpeg.");
    const { _meta } = await mcp.call("upload_asset", { data: "aGVsbG8=" });
    expect(_meta).toMatchObject({ "needledrop/errors": [{ source: { pointer: "/params/arguments/data" } }] });
  });

  test("refuses more than 1 MiB, and says where to upload it", async () => {
    const data = Buffer.alloc(UPLOAD_BYTES_MAX + 1).toString("base64");
    expect(await refused({ data })).toContain(`POST ${BASE_URL}/v1/supervisor/assets`);
    expect(await refused({ data: Buffer.alloc(UPLOAD_BYTES_MAX).toString("base64") })).toContain("unsupported_format");
  });

  test("counts against the quota of the key, and says when to retry", async () => {
    await mcp.value<Uploaded>("upload_asset", { data: picture });
    const { isError, _meta } = await mcp.call("upload_asset", { data: picture });
    expect([isError, _meta]).toMatchObject([
      true,
      { "needledrop/errors": [{ code: "daily_image_quota_exceeded" }], "needledrop/retry_after_seconds": 86_400 },
    ]);
  });

  test("needs the right for the kind", async () => {
    const limited = await McpClient.connect(app, app.key().token);
    const { _meta } = await limited.call("upload_asset", { data: picture });
    expect(_meta).toMatchObject({ "needledrop/errors": [{ status: 403, meta: { missing: ["images"] } }] });
    await limited.close();
  });
});

describe("list_assets", () => {
  test("is paged, newest first, and says how to upload larger files", async () => {
    const first = await mcp.value<Assets>("list_assets", { limit: 2 });
    expect([...Value.Errors(ListAssetsOutput, first)]).toEqual([]);
    expect(first.upload.url).toBe(`${BASE_URL}/v1/supervisor/assets`);
    const second = await mcp.value<Assets>("list_assets", { limit: 2, cursor: first.next_cursor });
    expect([first.assets.length, second.assets.length, second.next_cursor]).toEqual([2, 1, null]);
  });
});

describe("a search with an asset that is not analysed yet", () => {
  test("is processing after twenty seconds, and read later", async () => {
    const id = crypto.randomUUID();
    const row = { ...assetRow({ id, keyId }), status: "pending" as const };
    writeNow(app.core.db, (tx) => tx.orm.insert(assets).values(row).run());
    const pending = mcp.client.callTool({ name: "search_songs", arguments: { asset_ids: [id], query: "tense" } });
    await app.until(async () =>
      (await app.core.db.read(app.services.queue.counts(app.core.db))).some(({ lane }) => lane === "search"),
    );
    await app.time.pass(20 * SECOND_MS);
    const { structuredContent } = await pending;
    expect(structuredContent).toMatchObject({
      status: "processing",
      songs: [],
      note: expect.stringContaining("read_search"),
    });
    const { search_id: searchId } = structuredContent as Search;
    expect(await mcp.value<Search>("read_search", { search_id: searchId })).toMatchObject({ status: "processing" });
    writeNow(app.core.db, (tx) => tx.orm.delete(assets).run());
    await app.startJobs();
    await app.time.pass(60 * SECOND_MS);
    const failed = await mcp.value<Search>("read_search", { search_id: searchId });
    expect(failed).toMatchObject({ status: "failed", error: { code: "asset_unavailable" } });
    expect(failed.not_served).toEqual([`A referenced asset does not exist for this key. Asset: ${id}.`]);
  });
});
