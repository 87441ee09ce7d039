import { expect, test } from "bun:test";
import { knownDigest, knownDigests, putSource, SOURCE_DIGESTS_QUERY } from "../../src/audio/source-store.ts";
import { ENGINES, newDbOn } from "../support/engines.ts";
import { TestFolder } from "../support/temporary-folder.ts";
import { newServiceDb } from "../support/new-service-db.ts";

const DIGEST = "a".repeat(64);
const OTHER = "b".repeat(64);

test.each(ENGINES)(
  "the digests of many sources are known from their refs, or from the last time they were read, on %s",
  async (engine) => {
    const db = await newDbOn(engine);
    const file = { byteSize: 1, modifiedAt: 1 };
    await db.write(function* (tx) {
      yield* putSource(tx, { ref: "/music/read.wav", digest: OTHER, ...file });
      yield* putSource(tx, { ref: "/music/unread.wav", digest: null, ...file });
    });
    const refs = [`store:${DIGEST}.wav`, "/music/read.wav", "/music/unread.wav", "/music/unknown.wav"];
    const known = await db.read(knownDigests(db, refs));
    expect([...known]).toEqual([
      [`store:${DIGEST}.wav`, DIGEST],
      ["/music/read.wav", OTHER],
    ]);
    for (const ref of refs) expect(await db.read(knownDigest(db, ref))).toBe(known.get(ref) ?? null);
    expect((await db.read(knownDigests(db, []))).size).toBe(0);
    await db.close();
  },
);

test("the digests are looked up by index", () => {
  const db = newServiceDb(new TestFolder().to("needledrop.db"));
  const plan = db.sqlite.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${SOURCE_DIGESTS_QUERY.sqlite}`).all();
  expect(plan.map(({ detail }) => detail).join("\n")).toMatch(/SEARCH s USING/);
  expect(plan.map(({ detail }) => detail).join("\n")).not.toMatch(/SCAN s/);
});
