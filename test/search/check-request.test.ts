import { describe, expect, test } from "bun:test";
import type { Asset } from "../../src/assets/asset.ts";
import type { ApiKey } from "../../src/keys/key.ts";
import { Refused } from "../../src/lib/refusal.ts";
import { checkRequest } from "../../src/search/check-request.ts";
import { readSearchRequest } from "../../src/search/request.ts";
import { assetRow } from "../support/asset-row.ts";

const CALLBACK = "https://studio.example/callback";

const KEY: ApiKey = {
  id: "11111111-1111-4111-8111-111111111111",
  name: "test",
  mode: "live",
  hasSupervisor: true,
  hasImages: true,
  hasVideo: true,
  hasAudio: false,
  hasEdits: false,
  recipient: null,
  recipientNumber: null,
  rate: 25,
  imageQuota: 1,
  videoQuota: 1,
  audioQuota: 1,
  playlistIds: [],
  createdAt: 0,
  revokedAt: null,
  expiresAt: null,
  lastUsedAt: null,
  previousTokenUntil: null,
  previousSecretUntil: null,
};

function asset(id: string, more: Partial<Asset> = {}): Asset {
  return { ...assetRow({ id, keyId: KEY.id }), ...more };
}

interface Attempt {
  readonly attributes?: Record<string, unknown>;
  readonly key?: Partial<ApiKey>;
  readonly assets?: readonly Asset[];
}

function refusalsOf({ attributes = {}, key = {}, assets = [] }: Attempt): readonly string[] {
  try {
    const body = { data: { type: "supervisor_searches", attributes: { callback_url: CALLBACK, ...attributes } } };
    const checkCallback = (url: string): string | null => (url.startsWith("https:") ? null : "not https");
    checkRequest(readSearchRequest(body), { key: { ...KEY, ...key }, assets, checkCallback, needsCallback: true });
    return [];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.refusals.map((one) => one.name);
  }
}

describe("the shape of the body (400)", () => {
  test.each([
    [null],
    [[]],
    ["text"],
    [{}],
    [{ data: null }],
    [{ data: [] }],
    [{ data: {} }],
    [{ data: { type: "songs" } }],
  ])("data.type missing or not supervisor_searches: %j", (body) => {
    expect(() => readSearchRequest(body)).toThrow("supervisor_searches");
  });

  test.each([
    [null],
    ["a"],
    [{ 0: "a" }],
    [[1]],
    [["a", null]],
    [Array.from({ length: 101 }, (_, index) => `${index}`)],
  ])("asset_ids malformed is bad_request: %j", (assetIds) => {
    expect(refusalsOf({ attributes: { query: "rain", asset_ids: assetIds } })).toEqual(["bad_request"]);
  });

  test("asset_ids can have exactly 100 entries before duplicates are removed", () => {
    const ids = Array.from({ length: 100 }, () => "a");
    expect(refusalsOf({ attributes: { asset_ids: ids }, assets: [asset("a")] })).toEqual([]);
  });

  test("the shape is checked before access", () => {
    const attempt = { attributes: { asset_ids: null }, key: { hasSupervisor: false } };
    expect(refusalsOf(attempt)).toEqual(["bad_request"]);
  });
});

describe("access (403 unauthorized)", () => {
  test("a key without the service is refused before other checks", () => {
    expect(refusalsOf({ key: { hasSupervisor: false } })).toEqual(["unauthorized"]);
  });

  test("a key without pictures and film is refused for any asset_ids", () => {
    const attempt = { attributes: { asset_ids: ["a"] }, key: { hasImages: false, hasVideo: false } };
    expect(refusalsOf(attempt)).toEqual(["unauthorized"]);
  });

  test("a mix of picture and film needs both", () => {
    const attributes = { asset_ids: ["a", "b"] };
    const assets = [asset("a"), asset("b", { mediaKind: "video" })];
    expect(refusalsOf({ attributes, assets, key: { hasVideo: false } })).toEqual(["unauthorized"]);
    expect(refusalsOf({ attributes, assets, key: { hasImages: false } })).toEqual(["unauthorized"]);
    expect(refusalsOf({ attributes, assets })).toEqual([]);
  });

  test("empty asset_ids need no access to pictures", () => {
    const attempt = { attributes: { query: "rain", asset_ids: [] }, key: { hasImages: false, hasVideo: false } };
    expect(refusalsOf(attempt)).toEqual([]);
  });
});

describe("intent (422 insufficient_intent)", () => {
  test.each([
    {},
    { query: null, context: null },
    { query: "…" },
    { context: "short" },
    { context: "aaaaaaaaaaaaaaaaaaaa" },
    { query: "", context: "eleven lett" },
  ])("too little: %j", (attributes) => {
    expect(refusalsOf({ attributes })).toEqual(["insufficient_intent"]);
  });

  test.each([{ query: "x" }, { context: "twelve letters" }, { query: "a", context: "b" }])(
    "enough: %j",
    (attributes) => {
      expect(refusalsOf({ attributes })).toEqual([]);
    },
  );
});

describe("lengths (422)", () => {
  test("2,000 characters are fine, counted after NFC", () => {
    const text = "e\u0301".repeat(2_000);
    expect(refusalsOf({ attributes: { query: text, context: text } })).toEqual([]);
  });

  test("one more is context_too_long for the context", () => {
    expect(refusalsOf({ attributes: { context: "ab".repeat(1_000) + "c" } })).toEqual(["context_too_long"]);
  });

  test("one more is a 422 without a code for the query", () => {
    expect(refusalsOf({ attributes: { query: "ab".repeat(1_000) + "c" } })).toEqual(["invalid_attribute"]);
  });
});

describe("asset counts and states (422)", () => {
  const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `asset-${index}`);

  test("ten images pass, eleven are image_count_exceeded", () => {
    for (const [count, expected] of [
      [10, []],
      [11, ["image_count_exceeded"]],
    ] as const) {
      const assetIds = ids(count);
      const assets = assetIds.map((id) => asset(id));
      expect(refusalsOf({ attributes: { asset_ids: assetIds }, assets })).toEqual([...expected]);
    }
  });

  test("two videos are video_count_exceeded", () => {
    const assets = ids(2).map((id) => asset(id, { mediaKind: "video" }));
    expect(refusalsOf({ attributes: { asset_ids: ids(2) }, assets })).toEqual(["video_count_exceeded"]);
  });

  test("an id without an asset of this key is asset_unavailable", () => {
    expect(refusalsOf({ attributes: { asset_ids: ["nothing"] } })).toEqual(["asset_unavailable"]);
  });

  test.each(["failed", "blocked", "expired"] as const)("a %s asset has its own code", (status) => {
    expect(refusalsOf({ attributes: { asset_ids: ["a"] }, assets: [asset("a", { status })] })).toEqual([
      `asset_${status}`,
    ]);
  });

  test.each(["pending", "processing", "processed"] as const)("a %s asset may be searched with", (status) => {
    expect(refusalsOf({ attributes: { asset_ids: ["a"] }, assets: [asset("a", { status })] })).toEqual([]);
  });
});

describe("several mistakes", () => {
  test("are reported together, in the order of the interface's table", () => {
    const attempt = {
      attributes: {
        query: "q".repeat(2_001),
        context: "c".repeat(2_001),
        callback_url: "http://studio.example",
        asset_ids: ["a", "gone"],
      },
      assets: [asset("a", { status: "blocked" })],
    };
    expect(refusalsOf(attempt)).toEqual([
      "context_too_long",
      "asset_unavailable",
      "asset_blocked",
      "invalid_attribute",
      "invalid_attribute",
    ]);
  });

  test("include a missing callback and a missing intent", () => {
    expect(refusalsOf({ attributes: { callback_url: undefined } })).toEqual([
      "insufficient_intent",
      "invalid_attribute",
    ]);
  });

  test.each([[5], [true], [[]], [{}]])("a query or context of another type is a 422 without a code: %j", (value) => {
    expect(refusalsOf({ attributes: { query: value } })).toEqual(["invalid_attribute"]);
    expect(refusalsOf({ attributes: { query: "rain", context: value } })).toEqual(["invalid_attribute"]);
  });
});
