import { expect, test } from "bun:test";
import { textsOf } from "../../src/console/app/lib/stored-texts.ts";

const HOUR_MS = 60 * 60 * 1_000;
const STORED = JSON.stringify({ person: "Ada", at: 0, path: "/", fields: { "/note/0": "warm" }, search: {} });

test("texts from before a page was loaded anew are for the same person, and for some hours only", () => {
  expect(textsOf(STORED, "Ada", 11 * HOUR_MS)?.fields).toEqual({ "/note/0": "warm" });
  expect(textsOf(STORED, "Bob", 0)).toBeNull();
  expect(textsOf(STORED, "Ada", 12 * HOUR_MS)).toBeNull();
  expect(textsOf(null, "Ada", 0)).toBeNull();
  expect(textsOf('"another version"', "Ada", 0)).toBeNull();
});
