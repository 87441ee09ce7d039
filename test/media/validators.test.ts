import { describe, expect, test } from "bun:test";
import { etagOf, isNotModified, canServeRange } from "../../src/media/validators.ts";

const lastModified = new Date("2026-01-05T09:00:00.250Z");
const etag = etagOf(1_000, lastModified.getTime());
const validators = { etag, lastModified };
const headers = (name: string, value: string) => new Headers({ [name]: value });

describe("the ETag of a file", () => {
  test("is strong, and changes with size and time", () => {
    expect(etag).toMatch(/^"[0-9a-f]+-[0-9a-f]+"$/);
    expect(etagOf(1_001, lastModified.getTime())).not.toBe(etag);
    expect(etagOf(1_000, lastModified.getTime() + 0.5)).not.toBe(etag);
  });
});

describe("a file that the client has", () => {
  test.each([
    ["if-none-match", etag, true],
    ["if-none-match", `"other", W/${etag}`, true],
    ["if-none-match", "*", true],
    ["if-none-match", '"other"', false],
    ["if-none-match", etag.slice(1, -1), false],
    ["if-modified-since", "Mon, 05 Jan 2026 09:00:00 GMT", true],
    ["if-modified-since", "Mon, 05 Jan 2026 08:59:59 GMT", false],
    ["if-modified-since", "yesterday", false],
    ["if-modified-since", "2030", false],
    ["if-modified-since", "2030-01-01T00:00:00Z", false],
  ])("%s: %s says %p", (name, value, expected) => {
    expect(isNotModified(headers(name, value), validators)).toBe(expected);
  });

  test("is decided by If-None-Match alone if both headers are sent", () => {
    const both = headers("if-none-match", '"other"');
    both.set("if-modified-since", "Mon, 05 Jan 2026 09:00:00 GMT");
    expect(isNotModified(both, validators)).toBe(false);
  });
});

describe("a range that continues an earlier one", () => {
  test.each([
    [etag, true],
    [`W/${etag}`, false],
    ['"other"', false],
    ["Mon, 05 Jan 2026 09:00:00 GMT", true],
    ["Mon, 05 Jan 2026 09:00:01 GMT", false],
    ["nonsense", false],
  ])("If-Range: %s allows it: %p", (value, expected) => {
    expect(canServeRange(headers("if-range", value), validators)).toBe(expected);
  });

  test("needs no If-Range", () => {
    expect(canServeRange(new Headers(), validators)).toBe(true);
  });
});
