import { expect, test } from "bun:test";
import { runNow } from "../../src/db/work.ts";
import { ResultBodies } from "../../src/search/result-bodies.ts";

test("a body that two requests build at the same time counts once", async () => {
  const bodies = new ResultBodies({
    db: { read: async (work) => runNow(work), versionOf: () => "1" },
    catalog: { current: () => null },
    documents: {
      read: () => Object.create(null),
      *of() {
        yield* [];
        return { text: "x".repeat(1_000_000) };
      },
    },
    signer: { baseUrl: "http://x", secret: "s" },
    clock: { now: () => 0 },
  });
  const execution = Object.create({ id: "e", searchId: "s", status: "completed", finishedAt: 1 });
  for (let turn = 0; turn < 10; turn += 1) {
    // Another key cannot use the body, so it is built again.
    const key = Object.create({ id: `k${turn}`, mode: "live", playlistIds: [] });
    await Promise.all([bodies.of(execution, key), bodies.of(execution, key)]);
    expect([turn, bodies.isKept(execution, key)]).toEqual([turn, true]);
  }
});

test("the body of a repeated answer is not kept if something changed while it was read", async () => {
  let version = 1;
  let isChanging = true;
  let built = 0;
  const bodies = new ResultBodies({
    db: { read: async (work) => runNow(work), versionOf: () => String(version) },
    catalog: { current: () => null },
    documents: {
      read: () => Object.create(null),
      *of() {
        yield* [];
        built += 1;
        if (isChanging) version += 1;
        return {};
      },
    },
    signer: { baseUrl: "http://x", secret: "s" },
    clock: { now: () => 0 },
  });
  const execution = Object.create({ id: "e", searchId: "s", status: "completed", finishedAt: 1 });
  const key = Object.create({ id: "k", mode: "live", playlistIds: [] });
  await bodies.of(execution, key);
  expect(bodies.isKept(execution, key)).toBe(false);
  isChanging = false;
  await bodies.of(execution, key);
  expect(bodies.isKept(execution, key)).toBe(true);
  await bodies.of(execution, key);
  expect(built).toBe(2);
});
