import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { HOUR_MS } from "../../../src/lib/clock.ts";
import { xlsxBytes } from "../../support/small-sheet.ts";
import { GRACE_MS, songsNamed, WatchFixture } from "./watch-fixture.ts";

let watch: WatchFixture;
let workbook: Uint8Array;
beforeEach(async () => {
  watch = await WatchFixture.make();
  const rows = songsNamed("x", 4).map(({ id, title }) => [id, title]);
  workbook = await xlsxBytes([["id", "title"], ...rows]);
  await watch.write("a.jsonl", songsNamed("a", 2));
  await watch.writeBytes("b.xlsx", workbook);
  await watch.settle();
  expect(watch.ids()).toHaveLength(6);
});
afterEach(() => watch.catalog.remove());

describe("a damaged workbook in a watched folder", () => {
  beforeEach(async () => {
    await watch.writeBytes("b.xlsx", workbook.subarray(0, workbook.length / 2));
    await watch.write("c.jsonl", songsNamed("c", 1));
    await watch.settle();
  });

  test("retires no song, however long it is damaged, and the folder is reported as failed", async () => {
    const failed = watch.status();
    expect(failed).toMatchObject({ state: "failed", held: 0 });
    expect(failed?.detail).toContain("b.xlsx");
    for (let count = 0; count < 3; count++) {
      watch.catalog.now += GRACE_MS;
      await watch.settle();
    }
    expect(watch.ids()).toHaveLength(7);
    const { detail, since } = watch.status() ?? {};
    expect({ detail, since }).toEqual({ detail: failed?.detail, since: failed?.since });
    expect(watch.said).toHaveLength(1);
  });

  test("does not keep the other files from being imported, and is tried again at most every hour", async () => {
    expect(watch.outcomes.at(-1)).toMatchObject({ kind: "imported", added: 1 });
    const before = watch.outcomes.length;
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      watch.catalog.now += HOUR_MS / 6;
      await watch.look();
    }
    expect(watch.outcomes.length - before).toBeLessThan(30);
  });

  test("retires songs that are really gone when it can be read again, after another grace period", async () => {
    watch.catalog.now += GRACE_MS;
    await watch.writeBytes(
      "b.xlsx",
      await xlsxBytes([
        ["id", "title"],
        ["x0", "Song x0"],
      ]),
    );
    await watch.settle();
    expect([watch.ids().length, watch.status()?.state]).toEqual([7, "current"]);
    watch.catalog.now += GRACE_MS;
    await watch.settle();
    expect(watch.ids()).toEqual(["a0", "a1", "c0", "x0"]);
    expect(watch.status()?.state).toBe("current");
  });

  test("is imported completely when the former file is back, with songs that came meanwhile", async () => {
    await watch.writeBytes("b.xlsx", workbook);
    await watch.delete("c.jsonl");
    await watch.settle();
    watch.catalog.now += GRACE_MS;
    await watch.settle();
    expect(watch.ids()).toHaveLength(6);
    expect(watch.status()?.state).toBe("current");
  });
});
