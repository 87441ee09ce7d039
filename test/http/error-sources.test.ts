import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { assets } from "../../schema/tables/service/assets.ts";
import { HttpApp, JSON_API } from "../support/http-app.ts";
import { assetRow } from "../support/asset-row.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { errorsOf } from "./error-document.ts";
import { writeNow } from "../support/write-now.ts";

const CALLBACK = "https://127.0.0.1:9/music";
const GONE = "0b0f9c24-3b1a-4f0e-9d55-0c4f6a1b2c3d";

let app: HttpApp;
let token = "";
let keyId = "";
beforeAll(async () => {
  app = await HttpApp.create({ ...SMALL_CATALOG, settings: { "callback-allow": "127.0.0.1" } });
  const created = app.key({ rate: 10_000, hasImages: true, hasVideo: true });
  token = created.token;
  keyId = created.key.id;
});
afterAll(() => app.close());

function asset(status: "failed" | "expired" | "processed", mediaKind: "image" | "video", ownerId = keyId): string {
  const id = crypto.randomUUID();
  const row = { ...assetRow({ id, keyId: ownerId }), status, mediaKind, processedAt: app.time.now(), analysis: null };
  writeNow(app.core.db, (tx) => tx.orm.insert(assets).values(row).run());
  return id;
}

async function submitted(attributes: object, by = token) {
  return await errorsOf(await app.submit(by, { callback_url: CALLBACK, ...attributes }));
}

async function posted(body: object) {
  const headers = { "content-type": JSON_API };
  const options = { method: "POST", token, headers, body: JSON.stringify(body) };
  return await errorsOf(await app.ask("/v1/supervisor/search", options));
}

describe("errors of a search point to the part of the body that they are about", () => {
  test.each([
    [{}, ""],
    [{ data: [] }, "/data"],
    [{ data: {} }, "/data"],
    [{ data: { type: "songs" } }, "/data/type"],
    [{ data: { type: "supervisor_searches", attributes: [] } }, "/data/attributes"],
    [{ data: { type: "supervisor_searches", attributes: { asset_ids: "a" } } }, "/data/attributes/asset_ids"],
    [{ data: { type: "supervisor_searches", attributes: { asset_ids: ["a", 5] } } }, "/data/attributes/asset_ids/1"],
  ])("400: %j", async (body, pointer) => {
    expect((await posted(body)).map(({ source }) => source)).toEqual([{ pointer }]);
  });

  test("422: every attribute, and the object that lacks one", async () => {
    const errors = await submitted({ query: 5, context: "c".repeat(2_001), callback_url: "http://studio.example" });
    expect(errors.map(({ source }) => source)).toEqual([
      { pointer: "/data/attributes/context" },
      { pointer: "/data/attributes/query" },
      { pointer: "/data/attributes/callback_url" },
    ]);
    expect(errors[0]?.detail).toContain("2001");
    const missing = await posted({ data: { type: "supervisor_searches", attributes: { context: "short" } } });
    expect(missing.map(({ source }) => source)).toEqual([
      { pointer: "/data/attributes/context" },
      { pointer: "/data/attributes" },
    ]);
    const bare = await posted({ data: { type: "supervisor_searches" } });
    expect(bare.map(({ source }) => source)).toEqual([{ pointer: "/data" }, { pointer: "/data" }]);
  });

  test("422: the asset is named, with its place before duplicates were removed", async () => {
    const failed = asset("failed", "image");
    const expired = [asset("expired", "image"), asset("expired", "image")] as const;
    const ids = [expired[0], expired[0], failed, GONE, expired[1]];
    const errors = await submitted({ asset_ids: ids });
    expect(errors.map(({ code, source, meta }) => ({ code, source, meta }))).toEqual([
      { code: "asset_unavailable", source: { pointer: "/data/attributes/asset_ids/3" }, meta: { asset_ids: [GONE] } },
      { code: "asset_failed", source: { pointer: "/data/attributes/asset_ids/2" }, meta: { asset_ids: [failed] } },
      { code: "asset_expired", source: { pointer: "/data/attributes/asset_ids/0" }, meta: { asset_ids: [...expired] } },
    ]);
    expect(errors[0]?.detail).toContain(GONE);
    expect(errors[2]?.detail).toContain(expired[1]);
  });

  test("422: of many unknown assets the text names three, without control characters", async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `\u001b[31m-${index}-${"x".repeat(300)}`);
    const [error] = await submitted({ asset_ids: ids });
    expect(error?.detail).toContain("and 97 more");
    expect(JSON.stringify(error)).not.toMatch(/\\u001b/);
    expect(error?.detail.length).toBeLessThan(500);
  });

  test("422: counts say how many were sent", async () => {
    const ids = Array.from({ length: 11 }, () => asset("processed", "image"));
    const [error] = await submitted({ asset_ids: ids });
    expect(error).toMatchObject({
      code: "image_count_exceeded",
      detail: "A search can reference at most 10 images, got 11.",
      source: { pointer: "/data/attributes/asset_ids" },
      meta: { limit: 10 },
    });
  });
});

describe("403 names the missing right", () => {
  test("to search at all", async () => {
    const [error] = await submitted({ query: "rain" }, app.key({ hasSupervisor: false }).token);
    expect(error).toMatchObject({ code: "unauthorized", meta: { missing: ["supervisor"] } });
    expect(error?.detail).toContain("`supervisor`");
    expect(error?.source).toBeUndefined();
  });

  test("to use any asset", async () => {
    const [error] = await submitted({ asset_ids: [GONE] }, app.key().token);
    expect(error?.meta).toEqual({ missing: ["images", "video"] });
    expect(error?.source).toEqual({ pointer: "/data/attributes/asset_ids" });
  });

  test("to use an asset of a kind, and which asset it is", async () => {
    const { key, token: limited } = app.key({ hasImages: true });
    const picture = asset("processed", "image", key.id);
    const film = asset("processed", "video", key.id);
    const [error] = await submitted({ asset_ids: [picture, film] }, limited);
    expect(error?.meta).toEqual({ missing: ["video"], asset_ids: [film] });
    expect(error?.source).toEqual({ pointer: "/data/attributes/asset_ids/1" });
    expect(error?.detail).toContain(film);
  });
});

describe("errors name the parameter or header", () => {
  test("of a list", async () => {
    const errors = await errorsOf(await app.ask("/v1/songs?page[size]=0&filter[bpm]=x&color\u001b=red", { token }));
    expect(errors.map(({ source }) => source)).toEqual(
      expect.arrayContaining([{ parameter: "page[size]" }, { parameter: "filter[bpm]" }]),
    );
    expect(errors).toHaveLength(3);
    expect(JSON.stringify(errors)).not.toMatch(/\\u001b\b/);
  });

  test("of a request without a key, or with another media type", async () => {
    const [unknown] = await errorsOf(await app.ask("/v1/songs"));
    expect(unknown?.source).toEqual({ header: "Authorization" });
    const [typed] = await errorsOf(await app.ask("/v1/supervisor/search", { method: "POST", token, body: "x" }));
    expect(typed?.source).toEqual({ header: "Content-Type" });
  });
});

describe("404 of a search", () => {
  test("that is processing says so, with Retry-After; of another key it does not", async () => {
    const accepted = (await (await app.submit(token, { query: "rain", callback_url: CALLBACK })).json()) as {
      data: { id: string };
    };
    const path = `/v1/supervisor/search/${accepted.data.id}`;
    const response = await app.ask(path, { token });
    expect(response.headers.get("retry-after")).toBe("2");
    const [error] = await errorsOf(response);
    expect(error?.status).toBe(404);
    expect(error?.code).toBeUndefined();
    expect(error?.detail).toContain("still processing");
    const foreign = await app.ask(path, { token: app.key().token });
    expect(foreign.headers.has("retry-after")).toBe(false);
    expect((await errorsOf(foreign))[0]?.detail).not.toContain("processing");
  });
});
