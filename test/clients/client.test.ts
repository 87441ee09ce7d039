import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ApiError, type Client, createClient, type Fetch, urlOf } from "../../clients/typescript/client.ts";
import { type DescribedApi, renderClient } from "../../scripts/client/render-client.ts";
import { typeOf } from "../../scripts/client/type-of.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

let app: HttpApp;
let send: Fetch;
let client: Client;
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  send = async (url, init) => await app.services.app.handle(new Request(new URL(url, BASE_URL).href, init));
  client = createClient({ token: app.key({ hasImages: true }).token, fetch: send });
});
afterAll(() => app.close());

describe("clients/typescript", () => {
  test("is generated from the OpenAPI document of this version: npm run generate:client", async () => {
    const document = (await (await app.ask("/openapi.json")).json()) as DescribedApi;
    const path = join(import.meta.dir, "../../clients/typescript/operations.ts");
    expect(renderClient(document)).toBe(readFileSync(path, "utf8"));
  });
});

describe("a call", () => {
  test("returns the typed document of the answer", async () => {
    const { status, body } = await client.listSongs({ query: { "page[size]": 2 } });
    expect([status, body.data.length]).toEqual([200, 2]);
    const [song] = body.data;
    const read = await client.readSong({ path: { id: song?.id ?? "" } });
    expect(read.body.data.attributes.title).toBe(song?.attributes.title ?? "");
  });

  test("sends a body as JSON:API", async () => {
    const attributes = { query: "slow piano", callback_url: "https://studio.example/music" };
    const { status, body } = await client.submitSearch({ body: { data: { type: "supervisor_searches", attributes } } });
    expect(status).toBe(202);
    expect(body.data.attributes.status).toBe("processing");
  });

  test("sends a file as a form, and throws the refusal of a wrong one", async () => {
    const file = new Blob(["no picture"], { type: "image/png" });
    const refused = await client.uploadAsset({ body: { file } }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused instanceof ApiError ? refused.errors[0] : null).toMatchObject({ code: "unsupported_format" });
  });

  test("throws all mistakes of a refused request, with the time to wait", async () => {
    const attributes = { context: "x".repeat(3_000), callback_url: "ftp://x" };
    const refused = await client
      .submitSearch({ body: { data: { type: "supervisor_searches", attributes } } })
      .catch((error: unknown) => error);
    if (!(refused instanceof ApiError)) throw new Error("The search was not refused.");
    expect(refused.status).toBe(422);
    expect(refused.errors.map(({ code }) => code)).toEqual(["insufficient_intent", "context_too_long", undefined]);
    expect(refused.retryAfterSeconds).toBeNull();
    expect(refused.message).toContain("2,000");
  });

  test("says so when an answer has no description of the error", async () => {
    const proxy = createClient({ fetch: async () => new Response("<h1>Bad gateway</h1>", { status: 502 }) });
    const refused = await proxy.readAccount().catch((error: unknown) => error);
    expect(refused instanceof ApiError ? [refused.status, refused.message] : null).toEqual([
      502,
      "The server answered with status 502 and without a description of the error.",
    ]);
  });

  test("returns the state of a service that is not ready", async () => {
    app.services.lifecycle.stopping();
    const { body } = await client.readReadiness();
    app.services.lifecycle.running();
    expect(body.meta.status).toBe("not ready");
  });

  test("escapes what it puts into an address", () => {
    expect(urlOf("readSong", { id: "../x?y" })).toBe("/v1/songs/..%2Fx%3Fy");
    expect(urlOf("listSongs", {}, { "filter[genre]": "r&b" }, "http://a")).toBe(
      "http://a/v1/songs?filter%5Bgenre%5D=r%26b",
    );
  });
});

describe("the type of a schema", () => {
  test.each([
    [{ type: "string", maxLength: 3 }, "string"],
    [{ type: "string", format: "binary" }, "Blob"],
    [{ $ref: "#/components/schemas/Song" }, "Song"],
    [{ anyOf: [{ const: "a" }, { const: "b" }, { type: "null" }] }, '"a" | "b" | null'],
    [{ enum: ["a", 1] }, '"a" | 1'],
    [{ type: ["integer", "null"] }, "number | null"],
    [{ type: "array", items: { type: "number" } }, "readonly (number)[]"],
    [
      { type: "object", required: ["a"], properties: { a: { type: "string" }, "b-c": {} } },
      '{ readonly a: string; readonly "b-c"?: unknown }',
    ],
    [{ type: "object", patternProperties: { "^.*$": { type: "number" } } }, "Readonly<Record<string, number>>"],
    [{ description: "anything" }, "unknown"],
  ])("%j is %s", (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  test("is refused for a keyword that has no type", () => {
    expect(() => typeOf({ type: "date" })).toThrow("No TypeScript type");
  });
});
