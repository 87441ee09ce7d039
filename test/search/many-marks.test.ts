import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { HttpApp } from "../support/http-app.ts";
import { marks, marksSortedBy } from "../support/marks.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

/** Far longer runs than in text of any language. */
const SORTED_MAX = 40;
const CALLBACK = "https://studio.example/hooks";

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  token = app.key({ rate: 10_000 }).token;
});
afterAll(() => app.close());

describe("thousands of combining marks cost little, as they are not sorted at once", () => {
  test.each([
    ["a query", { query: marks(2_000) }, 202],
    ["a query that is too long", { query: marks(20_000) }, 422],
    ["a context", { context: `rain on a window at night ${marks(1_900)}` }, 202],
    ["a context that is too long", { context: marks(20_000) }, 422],
    ["a callback_url", { query: "rain", callback_url: `https://studio.example/${marks(2_000)}` }, 202],
    ["a callback_url that is too long", { query: "rain", callback_url: `https://${marks(20_000)}.example/` }, 422],
  ])("in %s", async (_, attributes, status) => {
    let response: Response | null = null;
    const sorted = await marksSortedBy(async () => {
      response = await app.submit(token, { callback_url: CALLBACK, ...attributes });
    });
    expect(response).toHaveProperty("status", status);
    expect(sorted).toBeLessThan(SORTED_MAX);
  });

  test("in arguments of MCP", async () => {
    const params = { name: "search_songs", arguments: { query: marks(20_000), context: marks(20_000) } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const sorted = await marksSortedBy(async () => {
      const response = await app.ask("/mcp", { method: "POST", headers, body });
      expect(await response.text()).toContain("context_too_long");
    });
    expect(sorted).toBeLessThan(SORTED_MAX);
  });
});
