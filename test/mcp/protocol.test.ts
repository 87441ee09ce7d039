import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { heapStats } from "bun:jsc";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { revokeKey } from "../../src/keys/manage-keys.ts";
import { SECOND_MS } from "../../src/lib/clock.ts";
import { BATCH_ANSWER_MAX } from "../../src/mcp/answer-budget.ts";
import { MCP_BODY_BYTES_MAX, MCP_REQUESTS } from "../../src/mcp/routes.ts";
import { errorsOf, expectRefusals } from "../http/error-document.ts";
import { ADMIN_TOKEN, BASE_URL, HttpApp } from "../support/http-app.ts";
import { McpClient } from "../support/mcp-client.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const TOOLS = [
  "search_songs",
  "read_search",
  "read_song",
  "find_similar_songs",
  "fit_length",
  "list_facets",
  "list_assets",
  "read_asset",
  "upload_asset",
];

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  token = app.key({ rate: 10_000 }).token;
});
afterAll(async () => {
  await app.services.app.stop(true);
  await app.close();
});

type Answer = Readonly<Record<string, unknown>> & {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
};

async function post(body: unknown, headers: Readonly<Record<string, string>> = {}, by: string | null = token) {
  const authorization: Record<string, string> = by === null ? {} : { authorization: `Bearer ${by}` };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return await app.ask("/mcp", { method: "POST", headers: { ...HEADERS, ...authorization, ...headers }, body: text });
}

async function answerOf(response: Response): Promise<Answer> {
  expect(response.headers.get("content-type")).toBe("application/json");
  return (await response.json()) as Answer;
}

async function errorCodeOf(body: unknown): Promise<number | undefined> {
  return (await answerOf(await post(body))).error?.code;
}

async function called(name: string, args: unknown) {
  const params = { name, arguments: args };
  const { result, error } = await answerOf(await post({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
  const content = (result?.["content"] ?? []) as { text: string }[];
  return { error, isError: result?.["isError"] === true, text: content.map(({ text }) => text).join(" "), result };
}

test("a request that was answered leaves nothing in memory", async () => {
  const requestsInMemory = (): number => {
    Bun.gc(true);
    return heapStats().objectTypeCounts["Request"] ?? 0;
  };
  const ask = async (): Promise<void> => {
    for (let count = 0; count < 20; count += 1) await (await post(LIST)).text();
    await Bun.sleep(1);
  };
  await ask();
  const before = requestsInMemory();
  await ask();
  await ask();
  // Those of the latest answers can still be on the stack.
  expect(requestsInMemory()).toBeLessThan(before + 20);
});

describe("the endpoint", () => {
  test("introduces itself and lists its tools and what they return", async () => {
    const mcp = await McpClient.connect(app, token);
    expect(mcp.client.getServerVersion()).toMatchObject({ name: "needledrop", version: "0.0.0-test" });
    expect(mcp.client.getInstructions()).toContain("not_served");
    const { tools } = await mcp.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const { inputSchema, outputSchema, description, annotations, name } of tools) {
      expect([name, inputSchema.type, outputSchema?.type]).toEqual([name, "object", "object"]);
      expect(description?.length).toBeGreaterThan(20);
      expect(annotations?.readOnlyHint).toBe(name !== "upload_asset");
      expect(JSON.stringify([inputSchema, outputSchema])).not.toContain('"$id"');
    }
    await mcp.close();
  });

  test("has exactly the tools and arguments of docs/mcp.md", async () => {
    const page = readFileSync(join(import.meta.dir, "../../docs/mcp.md"), "utf8");
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (`[^|]*) \|/gm)].map(([, name = "", cell = ""]) => {
      return [name, [...cell.matchAll(/`(\w+)`/g)].map(([, argument = ""]) => argument)];
    });
    const { result } = await answerOf(await post(LIST));
    const tools = result?.["tools"] as readonly { name: string; inputSchema: { properties: object } }[];
    expect(rows).toEqual(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties)]));
  });

  test("accepts the key with the scheme of the HTTP API too", async () => {
    const mcp = await McpClient.connect(app, token, "Token");
    expect((await mcp.client.ping()) !== undefined).toBe(true);
    await mcp.close();
  });

  test("has no sessions: every request is complete, with its request id, and not cached", async () => {
    const response = await post(LIST);
    expect(response.status).toBe(200);
    expect(response.headers.has("mcp-session-id")).toBe(false);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect((await answerOf(response)).result?.["tools"]).toHaveLength(TOOLS.length);
  });

  test("accepts notifications with 202 and no body", async () => {
    const response = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect([response.status, await response.text()]).toEqual([202, ""]);
  });

  test("answers a batch, as the protocol of March 2025 requires", async () => {
    const response = await post([LIST, { ...LIST, id: "two", method: "ping" }]);
    const answers = (await response.json()) as { id: unknown }[];
    expect(answers.map(({ id }) => id)).toEqual([1, "two"]);
  });

  test("lets other requests run between the messages of a batch", async () => {
    const facets = { jsonrpc: "2.0", method: "tools/call", params: { name: "list_facets", arguments: {} } };
    await post(facets);
    const state = { isAnswered: false };
    const pending = post(Array.from({ length: 50 }, (_, id) => ({ ...facets, id }))).finally(() => {
      state.isAnswered = true;
    });
    let turns = 0;
    for (; !state.isAnswered; turns++) await new Promise((resolve) => void setImmediate(resolve));
    expect(await (await pending).json()).toHaveLength(50);
    expect(turns).toBeGreaterThanOrEqual(50);
  });

  test("answers at most 2 MiB of a batch, and refuses the other messages before any work", async () => {
    const one = JSON.stringify((await answerOf(await post(LIST))).result).length;
    const response = await post(Array.from({ length: 100 }, (_, id) => ({ ...LIST, id })));
    const answers = (await response.json()) as Answer[];
    const refused = answers.filter(({ error }) => error !== undefined);
    expect(answers.length - refused.length).toBe(Math.ceil(BATCH_ANSWER_MAX / one));
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ error }) => error?.code))).toEqual(new Set([-32_600]));
    expect(refused[0]?.error?.message).toContain("Send this message in a request of its own");
  });

  test.each(["GET", "DELETE"])("%s is 405: there is no stream and no session", async (method) => {
    const response = await app.ask("/mcp", { method, token, headers: { accept: "text/event-stream" } });
    await expectRefusals(response, "method_not_allowed");
    expect(response.headers.get("allow")).toBe("OPTIONS, POST");
  });
});

describe("401 and 403", () => {
  test.each([
    ["nothing", null],
    ["another token", `nd_live_${"0".repeat(32)}_${"a".repeat(43)}`],
    ["a word", "x"],
  ])("without a valid key: %s", async (_title, by) => {
    const response = await post(LIST, {}, by);
    await expectRefusals(response, "unauthenticated");
    expect(response.headers.get("www-authenticate")).toBe('Bearer realm="Needledrop"');
  });

  test("with a revoked key", async () => {
    const created = app.key();
    await revokeKey(app.core, created.key.id);
    await expectRefusals(await post(LIST, {}, created.token), "unauthenticated");
  });

  test("the HTTP API still requires its own scheme", async () => {
    const headers = { authorization: `Bearer ${token}` };
    await expectRefusals(await app.ask("/v1/songs", { headers }), "unauthenticated");
  });

  test.each([
    ["https://evil.example"],
    ["http://needledrop.test.evil.example"],
    ["http://needledrop.test:8080"],
    ["https://needledrop.test"],
    ["http://127.0.0.1:4040"],
    ["null"],
    [""],
  ])("from a web page of another origin, with a key or without: %p", async (origin) => {
    const response = await post(LIST, { origin });
    expect(await errorsOf(response)).toMatchObject([{ status: 403, source: { header: "Origin" } }]);
    await expectRefusals(await post(LIST, { origin }, null), "foreign_origin");
  });

  test("its own origin is allowed", async () => {
    expect((await post(LIST, { origin: BASE_URL })).status).toBe(200);
  });
});

describe("messages that are not valid", () => {
  test.each([
    ["no JSON", "{", -32_700],
    ["nothing", "", -32_700],
    ["no JSON-RPC", { hello: 1 }, -32_700],
    ["another version", { ...LIST, jsonrpc: "1.0" }, -32_700],
    ["a number", 5, -32_700],
    ["deep brackets", "[".repeat(100_000), -32_700],
    ["a batch of 101", Array.from({ length: 101 }, (_, id) => ({ ...LIST, id })), -32_600],
  ])("%s is a JSON-RPC error with status 400", async (_title, body, code) => {
    const response = await post(body);
    expect([response.status, (await answerOf(response)).error?.code]).toEqual([400, code]);
  });

  test("an unknown method, tool, resource and cursor are protocol errors", async () => {
    const call = (method: string, params: object) => errorCodeOf({ jsonrpc: "2.0", id: 1, method, params });
    expect(await call("prompts/list", {})).toBe(-32_601);
    expect(await call("tools/call", { name: "drop_tables", arguments: {} })).toBe(-32_602);
    // The SDK reports parameters of another shape as internal.
    expect(await call("tools/call", { arguments: {} })).toBe(-32_603);
    expect(await call("resources/list", { cursor: "after:x" })).toBe(-32_602);
    for (const uri of [
      "needledrop://songs/none",
      "needledrop://songs/",
      "needledrop://songs/%",
      "file:///etc/passwd",
    ]) {
      expect([uri, await call("resources/read", { uri })]).toEqual([uri, -32_002]);
    }
    expect(await call("resources/read", { uri: "needledrop://songs/1042%00" })).toBe(-32_002);
  });

  test("an Accept header without both types is 406, another Content-Type 415, a wrong version 400", async () => {
    expect((await post(LIST, { accept: "application/json" })).status).toBe(406);
    expect((await post(LIST, { "content-type": "text/plain" })).status).toBe(415);
    expect((await post(LIST, { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
  });

  test("a body over the limit is 413, by its declared length and by its bytes", async () => {
    const long = " ".repeat(MCP_BODY_BYTES_MAX + 1);
    await expectRefusals(await post(JSON.stringify(LIST) + long), "body_too_large");
    const declared = { "content-length": String(MCP_BODY_BYTES_MAX + 1) };
    await expectRefusals(await post(LIST, declared), "body_too_large");
  });

  test("a batch that cancels itself ends after the time limit, and frees its place", async () => {
    const search = {
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: { name: "search_songs", arguments: { query: "x" } },
    };
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
    const pending = post([search, cancel]);
    await app.until(async () =>
      (await app.core.db.read(app.services.queue.counts(app.core.db))).some(({ lane }) => lane === "search"),
    );
    await app.time.pass(90 * SECOND_MS);
    const response = await pending;
    await expectRefusals(response, "overloaded");
    expect((await post(LIST)).status).toBe(200);
  });
});

describe("tools that cannot answer say why, as a result for the model", () => {
  test.each([
    ["fit_length", { song_id: "1042" }, "/seconds: Expected required property"],
    ["fit_length", { song_id: "1042", seconds: "30" }, "/seconds: Expected number"],
    ["fit_length", { song_id: "1042", seconds: -1 }, "/seconds: Expected number to be greater than 0"],
    ["search_songs", { query: "x", mood: "sad" }, "/mood: Unexpected property"],
    ["search_songs", { query: 5 }, "/query: Expected string"],
    ["search_songs", { query: "x", limit: 0 }, "/limit: Expected integer to be greater or equal to 1"],
    ["find_similar_songs", { song_id: "1042", filter: { tempo: "90" } }, "filter[tempo] is not a filter"],
    ["find_similar_songs", { song_id: "1042", filter: { bpm: "fast" } }, "filter[bpm]"],
    ["list_facets", { facet: "colour" }, '/facet: Expected one of "'],
    ["list_assets", { cursor: "x" }, "/cursor: Expected next_cursor"],
  ])("bad arguments: %s %j", async (name, args, expected) => {
    const { isError, text, error } = await called(name, args);
    expect([error, isError]).toEqual([undefined, true]);
    expect(text).toContain(expected);
  });

  test("arguments that nest deeply are bad arguments, and no fault of the server", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const call = (given: string) =>
      post(
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_songs","arguments":{"query":${given}}}}`,
      );
    expect(JSON.stringify(await answerOf(await call(deep)))).toContain("/query: Expected string");
  });

  test("names of arguments come back without control characters", async () => {
    const { text } = await called("list_facets", { "\u001b[2J": 1 });
    expect(text).toStartWith("The arguments are invalid.");
    expect(text).not.toContain("\u001b");
  });

  test.each([
    ["read_song", { song_id: "none" }],
    ["read_song", { song_id: "1042\0" }],
    ["read_asset", { asset_id: "\0" }],
    ["find_similar_songs", { song_id: "none" }],
    ["fit_length", { song_id: "none", seconds: 5 }],
    ["read_search", { search_id: "none" }],
    ["read_search", { search_id: "2869fe18-e8a7-4868-8e46-59b3987a4562" }],
    ["read_asset", { asset_id: "none" }],
  ])("404: %s %j", async (name, args) => {
    const { isError, result } = await called(name, args);
    expect([isError, result?.["_meta"]]).toMatchObject([true, { "needledrop/errors": [{ status: 404 }] }]);
  });

  test("the checks of a search are those of the HTTP API, with pointers into the message", async () => {
    const { text, result } = await called("search_songs", { context: "short" });
    expect(text).toStartWith("insufficient_intent: ");
    expect(result?.["_meta"]).toMatchObject({
      "needledrop/errors": [{ status: 422, source: { pointer: "/params/arguments/context" } }],
    });
    const both = await called("search_songs", { query: "q".repeat(2_001), context: "c".repeat(2_001) });
    expect(both.result?.["content"]).toHaveLength(2);
    expect((await called("search_songs", { asset_ids: ["a"] })).text).toContain("`images`");
  });

  test("a key without the service can read songs but not search", async () => {
    const limited = app.key({ hasSupervisor: false }).token;
    const params = { name: "search_songs", arguments: { query: "rain" } };
    const { result } = await answerOf(await post({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, {}, limited));
    expect(result?.["_meta"]).toMatchObject({
      "needledrop/errors": [{ status: 403, meta: { missing: ["supervisor"] } }],
    });
    const song = { name: "read_song", arguments: { song_id: "3" } };
    const read = await post({ jsonrpc: "2.0", id: 1, method: "tools/call", params: song }, {}, limited);
    expect((await answerOf(read)).result?.["isError"]).toBeUndefined();
  });

  test("searches count against the rate of the key, together with those by HTTP", async () => {
    const { token: slow } = app.key({ rate: 2 });
    await app.submit(slow, {});
    const search = (id: number) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "search_songs", arguments: {} },
    });
    const allowed = await answerOf(await post(search(1), {}, slow));
    expect(JSON.stringify(allowed)).toContain("insufficient_intent");
    const response = await post(search(2), {}, slow);
    expect(response.headers.get("ratelimit")).toBe('"search";r=0;t=1');
    expect((await answerOf(response)).result).toMatchObject({
      isError: true,
      _meta: { "needledrop/retry_after_seconds": 1, "needledrop/errors": [{ status: 429 }] },
    });
    expect((await post(LIST, {}, slow)).status).toBe(200);
  });

  test("a bug is told without its internals", async () => {
    const broken = app.services.catalog;
    const current = broken.current.bind(broken);
    broken.current = () => {
      throw new Error("SELECT secret FROM /var/lib");
    };
    try {
      const { isError, text } = await called("read_song", { song_id: "1042" });
      expect([isError, text.includes("SELECT")]).toEqual([true, false]);
      const read = await post({ jsonrpc: "2.0", id: 1, method: "resources/list", params: {} });
      expect(await read.text()).not.toContain("SELECT");
    } finally {
      broken.current = current;
    }
    expect(app.logged.filter(({ message }) => message === "unexpected error in an MCP message")).toHaveLength(2);
    const metrics = await app.ask("/metrics", { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    expect(await metrics.text()).toContain('needledrop_mcp_calls_total{tool="read_song",outcome="failed"} 1');
  });
});

describe("429", () => {
  test("too many requests of one key at the same time", async () => {
    const { token: busy } = app.key({ rate: 1_000 });
    const slow = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
      new ReadableStream({ pull: () => new Promise(() => undefined) });
    const headers = { ...HEADERS, authorization: `Bearer ${busy}` };
    for (let index = 0; index < MCP_REQUESTS.perOwnerMax; index++) {
      void app.ask("/mcp", { method: "POST", headers, body: slow() });
    }
    const response = await post(LIST, {}, busy);
    expect(response.headers.get("retry-after")).toBe("2");
    await expectRefusals(response, "mcp_busy");
    expect((await post(LIST)).status).toBe(200);
    await app.time.pass(60 * SECOND_MS);
    expect((await post(LIST, {}, busy)).status).toBe(200);
  });
});
