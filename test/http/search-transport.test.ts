import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { AcceptedSearch } from "../../schema/wire/search.ts";
import { JSON_BODY_MAX_BYTES } from "../../src/http/read-json.ts";
import { HttpApp, JSON_API } from "../support/http-app.ts";
import { errorsOf, expectRefusals } from "./error-document.ts";

const SEARCH = "/v1/supervisor/search";
const attributes = { query: "slow piano", callback_url: "https://studio.example/music" };
const GOOD = JSON.stringify({ data: { type: "supervisor_searches", attributes } });

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create();
  token = app.key({ rate: 10_000 }).token;
});
afterAll(() => app.close());

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
const post = (body: Body | undefined, headers: Readonly<Record<string, string>> = { "content-type": JSON_API }) =>
  app.ask(SEARCH, { method: "POST", token, headers, ...(body === undefined ? {} : { body }) });

function streamOf(chunkBytes: number, chunks: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = 0;
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new Uint8Array(chunkBytes).fill(32));
      sent++;
      if (sent === chunks) controller.close();
    },
  });
}

describe("202", () => {
  test("the accepted search is a JSON:API document with a request id, and is not cached", async () => {
    const response = await post(GOOD);
    expect(response.status).toBe(202);
    expect(response.headers.get("content-type")).toBe(JSON_API);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(Value.Check(AcceptedSearch, await response.json())).toBe(true);
  });

  test.each([
    ["application/vnd.api+json"],
    ["Application/VND.API+JSON"],
    ['application/vnd.api+json; profile="https://example.com/p"'],
    ["application/json"],
    ["application/json; charset=utf-8"],
    ["application/json;charset=UTF-8"],
  ])("Content-Type %s", async (type) => {
    expect((await post(GOOD, { "content-type": type })).status).toBe(202);
  });

  test("a body in several chunks", async () => {
    const bytes = new TextEncoder().encode(GOOD);
    const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    expect((await post(pieces)).status).toBe(202);
  });

  test("a body of exactly the limit", async () => {
    expect((await post(GOOD.padEnd(JSON_BODY_MAX_BYTES))).status).toBe(202);
  });

  test("any Accept header", async () => {
    expect((await post(GOOD, { "content-type": JSON_API, accept: "text/html" })).status).toBe(202);
  });
});

describe("415", () => {
  test.each([
    [""],
    ["text/plain"],
    ["application/x-www-form-urlencoded"],
    ["multipart/form-data; boundary=x"],
    ["application/vnd.api+json; charset=utf-8"],
    ['application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"'],
    ["application/vnd.api+jsonx"],
  ])("Content-Type %p", async (type) => {
    await expectRefusals(await post(GOOD, type === "" ? {} : { "content-type": type }), "unsupported_media_type");
  });

  test("a compressed body", async () => {
    const headers = { "content-type": JSON_API, "content-encoding": "gzip" };
    await expectRefusals(await post(Bun.gzipSync(GOOD), headers), "unsupported_media_type");
  });

  test("is checked before the JSON", async () => {
    await expectRefusals(await post("{", { "content-type": "text/plain" }), "unsupported_media_type");
  });
});

describe("413", () => {
  test("a body with a declared length over the limit is not read", async () => {
    const response = await post(GOOD, { "content-type": JSON_API, "content-length": String(JSON_BODY_MAX_BYTES + 1) });
    const [error] = await errorsOf(response);
    expect(error?.status).toBe(413);
    expect(error?.meta).toEqual({ limit_bytes: JSON_BODY_MAX_BYTES });
    expect(response.headers.get("connection")).toBe("close");
  });

  test("a body without a declared length", async () => {
    await expectRefusals(await post(streamOf(64 * 1024, 1_000)), "body_too_large");
  });
});

describe("400", () => {
  test.each([
    ["no body", undefined],
    ["an empty body", ""],
    ["half of the JSON", GOOD.slice(0, -3)],
    ["an array", "[]"],
    ["null", "null"],
    ["a string", '"supervisor_searches"'],
    ["a number", "5"],
    ["text", "hello"],
    ["UTF-8 that is none", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ["UTF-16", new Uint8Array(Buffer.from(GOOD, "utf16le"))],
    ["brackets without end", "[".repeat(200_000)],
    ["50,000 levels of arrays", `{"data":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
    ["33 levels of objects", `${'{"a":'.repeat(33)}1${"}".repeat(33)}`],
  ])("the body is not a JSON object: %s", async (_title, body) => {
    const response = await post(body);
    await expectRefusals(response, "malformed_json");
  });

  test.each([
    ["{}"],
    ['{"data":null}'],
    ['{"data":[]}'],
    ['{"data":{"attributes":{}}}'],
    ['{"data":{"type":"songs"}}'],
    ['{"data":{"type":["supervisor_searches"]}}'],
    ['{"data":{"type":"Supervisor_Searches"}}'],
  ])("data.type missing or not supervisor_searches: %s", async (body) => {
    await expectRefusals(await post(body), "wrong_type");
  });

  test("an incomplete body", async () => {
    const breaking = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.error(new Error("The connection was closed")),
    });
    await expectRefusals(await post(breaking), "malformed_json");
  });

  test("the response repeats no part of the body", async () => {
    const response = await post('{"secret-in-the-body": ');
    expect(await response.text()).not.toContain("secret-in-the-body");
  });
});

describe("U+0000, which PostgreSQL does not store", () => {
  const send = async (given: object, { type = "supervisor_searches", by = token } = {}) =>
    await app.ask(SEARCH, {
      method: "POST",
      token: by,
      headers: { "content-type": JSON_API },
      body: JSON.stringify({ data: { type, attributes: { ...attributes, ...given } } }),
    });

  test("is a space in query and context", async () => {
    const response = await send({ query: "calm\0piano\0", context: "\0a walk by the sea" });
    expect(response.status).toBe(202);
    const { data } = (await response.json()) as { data: { id: string } };
    expect(data).toMatchObject({ attributes: { query: "calm piano ", context: " a walk by the sea" } });
    const plain = await send({ query: "calm piano", context: "a walk by the sea" });
    expect(await plain.json()).toMatchObject({ data: { id: data.id } });
  });

  test("is not read in unknown members", async () => {
    const response = await send({ unknown: "\0" });
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({
      meta: { warnings: [{ source: { pointer: "/data/attributes/unknown" } }] },
    });
  });

  test("leaves the order of the checks as it is", async () => {
    const query = "a\0b";
    await expectRefusals(await send({ query }, { type: "other" }), "wrong_type");
    await expectRefusals(await send({ query, asset_ids: [1, "\0"] }), "bad_request");
    await expectRefusals(await send({ query, asset_ids: ["\0"] }), "unauthorized");
  });

  test("counts as a character of a context", async () => {
    const [error, ...others] = await errorsOf(await send({ context: `${"long ".repeat(420)}\0` }));
    expect([error?.code, error?.meta, others]).toEqual(["context_too_long", { limit: 2_000 }, []]);
  });

  test("names no asset and no song, and is refused together with other mistakes", async () => {
    const { token: by } = app.key({ hasImages: true, rate: 10_000 });
    const refused = await send({ asset_ids: ["a\0"], likes: ["\0"], callback_url: "https://a.example/\0" }, { by });
    await expectRefusals(refused, "asset_unavailable", "invalid_attribute", "song_unavailable");
  });
});

describe("404", () => {
  test.each([
    ["2869fe18-e8a7-4868-8e46-59b3987a4562"],
    ["nothing"],
    ["2869FE18-E8A7-4868-8E46-59B3987A4562"],
    ["%zz"],
    ["a%00b"],
    ["..%2f..%2fetc%2fpasswd"],
    ["'%20OR%201=1"],
  ])("no search %s", async (id) => {
    await expectRefusals(await app.ask(`${SEARCH}/${id}`, { token }), "not_found");
  });

  test("no completed execution yet", async () => {
    const accepted = await post(GOOD);
    const document = Value.Parse(AcceptedSearch, await accepted.json());
    await expectRefusals(await app.ask(document.data.links.self, { token }), "not_found");
  });
});
