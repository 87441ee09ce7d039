import { afterEach, beforeEach, expect, test } from "bun:test";
import { putSource, SOURCE_DIGESTS_QUERY, SourceReader } from "../../src/audio/source-store.ts";
import type { ServiceDb } from "../../src/db/service-db.ts";
import { TestFolder } from "../support/temporary-folder.ts";
import { newServiceDb } from "../support/new-service-db.ts";

const DIGEST = "a".repeat(64);
const OTHER = "b".repeat(64);

let db: ServiceDb;
beforeEach(() => {
  db = newServiceDb(new TestFolder().to("needledrop.db"));
});
afterEach(() => db.close());

test("the digests of many sources are known from their refs, or from the last time they were read", () => {
  const file = { byteSize: 1, modifiedAt: 1 };
  db.transaction((tx) => {
    putSource(tx, { ref: "/music/read.wav", digest: OTHER, ...file });
    putSource(tx, { ref: "/music/unread.wav", digest: null, ...file });
  });
  const refs = [`store:${DIGEST}.wav`, "/music/read.wav", "/music/unread.wav", "/music/unknown.wav"];
  const reader = new SourceReader(db);
  const known = reader.knownDigests(refs);
  expect([...known]).toEqual([
    [`store:${DIGEST}.wav`, DIGEST],
    ["/music/read.wav", OTHER],
  ]);
  expect(refs.map((ref) => known.get(ref) ?? null)).toEqual(refs.map((ref) => reader.knownDigest(ref)));
  expect(reader.knownDigests([]).size).toBe(0);
});

test("the digests are looked up by index", () => {
  const plan = db.sqlite.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${SOURCE_DIGESTS_QUERY}`).all();
  expect(plan.map(({ detail }) => detail).join("\n")).toMatch(/SEARCH s USING/);
  expect(plan.map(({ detail }) => detail).join("\n")).not.toMatch(/SCAN s/);
});
