import { afterEach, beforeEach, expect, test } from "bun:test";
import { confirmHeld } from "../../../src/catalog/watch/watch-store.ts";
import { GRACE_MS, songsNamed, WatchFixture } from "./watch-fixture.ts";

let watch: WatchFixture;
beforeEach(async () => {
  watch = await WatchFixture.make();
  await watch.write("a.jsonl", songsNamed("a", 20));
  await watch.settle();
});
afterEach(() => watch.catalog.remove());

test("songs that disappear from a watched folder are held while a rejected record can be theirs", async () => {
  const lines = songsNamed("a", 19).map((song) => JSON.stringify(song));
  await watch.writeBytes("a.jsonl", [...lines, '{"id":"a19","title":'].join("\n"));
  await watch.settle();
  watch.catalog.now += GRACE_MS;
  await watch.settle();
  expect(watch.ids()).toHaveLength(20);
  expect(watch.status()).toMatchObject({ state: "held", held: 1 });
  expect(watch.status()?.detail).toContain("1 of 20 songs disappeared, and rejected records without a readable id can");
  const imports = watch.outcomes.length;
  await watch.settle();
  expect(watch.outcomes).toHaveLength(imports);
  await watch.catalog.serviceDb.write((tx) => confirmHeld(tx, watch.folder, 1));
  await watch.settle();
  expect(watch.ids()).toHaveLength(19);
  expect(watch.status()?.state).toBe("current");
});

test("a song of a row that is too wide stays in a watched folder", async () => {
  await watch.writeBytes("b.csv", "id,title\nb1,Hello\nb2,Other");
  await watch.settle();
  await watch.writeBytes("b.csv", "id,title\nb1,Hello, World\nb2,Other");
  await watch.settle();
  watch.catalog.now += GRACE_MS;
  await watch.settle();
  expect(watch.ids()).toHaveLength(22);
  expect(watch.status()?.state).toBe("current");
});
