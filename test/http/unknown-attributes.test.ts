import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import * as fc from "fast-check";
import { AcceptedSearch, SearchResult } from "../../schema/wire/search.ts";
import { warnOfUnknownMembers } from "../../src/search/unknown-members.ts";
import { HttpApp, JSON_API } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { documentOf } from "./checked.ts";

const CALLBACK = "https://127.0.0.1:9/music";

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create({ ...SMALL_CATALOG, settings: { "callback-allow": "127.0.0.1" } });
  await app.startJobs();
  token = app.key({ rate: 10_000 }).token;
});
afterAll(() => app.close());

async function warningsOf(body: string) {
  const headers = { "content-type": JSON_API };
  const response = await app.ask("/v1/supervisor/search", { method: "POST", token, headers, body });
  const document: unknown = await response.json();
  expect([response.status, document]).toEqual([202, document]);
  return Value.Parse(AcceptedSearch, document).meta?.warnings;
}

function searchWith(more: { top?: object; data?: object; attributes?: object }): string {
  const query = `calm ${crypto.randomUUID()}`;
  const attributes = { query, callback_url: CALLBACK, ...more.attributes };
  return JSON.stringify({ data: { type: "supervisor_searches", attributes, ...more.data }, ...more.top });
}

describe("a search with unknown members", () => {
  test("without any has no meta", async () => {
    expect(await warningsOf(searchWith({}))).toBeUndefined();
  });

  test("names each with a pointer, at every level, and suggests the attribute that was probably meant", async () => {
    const body = searchWith({
      top: { included: [], jsonapi: { version: "1.1" }, meta: { from: "an editor" }, "@context": {} },
      data: { id: "7", meta: {} },
      attributes: { callbak_url: "https://typo.example", filters: { genre: ["jazz"] }, "a/b~c": 1 },
    });
    expect(await warningsOf(body)).toEqual([
      { detail: "`included` is unknown and was ignored.", source: { pointer: "/included" } },
      { detail: "`data.id` is unknown and was ignored.", source: { pointer: "/data/id" } },
      {
        detail: "`data.attributes.callbak_url` is unknown and was ignored. Did you mean `callback_url`?",
        source: { pointer: "/data/attributes/callbak_url" },
      },
      {
        detail: "`data.attributes.filters` is unknown and was ignored.",
        source: { pointer: "/data/attributes/filters" },
      },
      {
        detail: "`data.attributes.a/b~c` is unknown and was ignored.",
        source: { pointer: "/data/attributes/a~1b~0c" },
      },
    ]);
  });

  test("is answered from the cache with the same warnings, which GET does not repeat", async () => {
    const attributes = { query: "tense synth", mood: "tense" };
    await warningsOf(searchWith({ attributes }));
    await app.time.runDue();
    const cached = await documentOf(SearchResult, await app.submit(token, { ...attributes, callback_url: CALLBACK }));
    expect(cached.meta?.warnings.map(({ source }) => source)).toEqual([{ pointer: "/data/attributes/mood" }]);
    const read = await documentOf(SearchResult, await app.ask(cached.data.links.self, { token }));
    expect(read.meta).toBeUndefined();
  });

  test("has the same id as the search without them", async () => {
    const attributes = { query: "tense synth", callback_url: CALLBACK };
    const plain = await documentOf(SearchResult, await app.submit(token, attributes));
    const more = await documentOf(SearchResult, await app.submit(token, { ...attributes, tempo: 120 }));
    expect(more.data.id).toBe(plain.data.id);
  });

  test("names at most 20 and counts the rest", async () => {
    const attributes = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`extra${index}`, index]));
    const warnings = (await warningsOf(searchWith({ attributes }))) ?? [];
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toEqual({ detail: "980 more unknown members were ignored." });
  });

  test("never gets control characters or long names back", async () => {
    const names = [
      "\u001b[2Jclear",
      "bell\u0007",
      "line\nbreak",
      "nul\0",
      "\u202eright-to-left",
      "é".repeat(5_000),
      "__proto__",
    ];
    const body = searchWith({}).replace(
      '"callback_url"',
      `${names.map((name) => `${JSON.stringify(name)}:1,`).join("")}"callback_url"`,
    );
    const warnings = (await warningsOf(body)) ?? [];
    expect(warnings).toHaveLength(names.length);
    for (const { detail, source } of warnings) {
      expect(detail + Object.values(source ?? {}).join("")).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(detail.length).toBeLessThan(200);
    }
    expect(warnings[0]?.source).toEqual({ pointer: "/data/attributes" });
  });

  test("property: a warning is short and printable, whatever the names are", () => {
    const names = fc.array(fc.string({ unit: "binary", maxLength: 200 }), { maxLength: 40 });
    fc.assert(
      fc.property(names, names, (top, inner) => {
        const attributes = Object.fromEntries(inner.map((name) => [name, 0]));
        const body = { ...Object.fromEntries(top.map((name) => [name, 0])), data: { attributes } };
        const warnings = warnOfUnknownMembers(body, { hasAudio: false });
        expect(warnings.length).toBeLessThanOrEqual(21);
        for (const { detail, source } of warnings) {
          expect(detail + (source?.pointer ?? "")).not.toMatch(/\p{Cc}|\p{Cs}/u);
          expect(detail.length).toBeLessThan(700);
        }
      }),
    );
  });
});
