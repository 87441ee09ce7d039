import { afterAll, beforeAll, expect, test } from "bun:test";
import * as fc from "fast-check";
import { HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

// Whatever a client sends, the answer is one of the documented ones, and nothing is logged as a bug.

const METHODS = ["initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read", "prompts/get"];
const TOOLS = [
  "search_songs",
  "read_search",
  "read_song",
  "find_similar_songs",
  "fit_length",
  "list_facets",
  "read_asset",
];
const NAMES = ["query", "song_id", "search_id", "seconds", "fit", "filter", "limit", "facet", "contains", "asset_ids"];

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  // A rate that is soon used up, so that no search waits.
  token = app.key({ rate: 1 }).token;
});
afterAll(() => app.close());

async function statusOf(body: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const response = await app.ask("/mcp", { method: "POST", headers, body });
  const text = await response.text();
  if (response.status !== 202) JSON.parse(text);
  return response.status;
}

test("any JSON is answered with 200, 202 or 400", async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 5 }), async (body) => {
      expect([200, 202, 400]).toContain(await statusOf(body));
    }),
    { numRuns: 200 },
  );
});

test("any call of a tool is answered with 200, and none is a bug", async () => {
  // Uses up the rate.
  await app.submit(token, {});
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: "binary" }), fc.constant("1042"));
  const args = fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 4 });
  const call = fc.record({ name: fc.constantFrom(...TOOLS), arguments: args });
  const message = fc.oneof(
    fc.record({ method: fc.constant("tools/call"), params: call }),
    fc.record({ method: fc.constantFrom(...METHODS), params: fc.oneof(args, fc.object()) }),
  );
  await fc.assert(
    fc.asyncProperty(message, async (one) => {
      const status = await statusOf(JSON.stringify({ jsonrpc: "2.0", id: 1, ...one }));
      expect([200, 400]).toContain(status);
    }),
    { numRuns: 500 },
  );
  expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
});
