import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { catalogChanges } from "../../../src/catalog/history-store.ts";
import { claimsOf } from "../../../src/catalog/watch/claims-store.ts";
import { scanFolder } from "../../../src/catalog/watch/scan-folder.ts";
import { runNow } from "../../../src/db/work.ts";
import { GRACE_MS, songsNamed, WatchFixture } from "./watch-fixture.ts";

let watch: WatchFixture;
beforeEach(async () => {
  watch = await WatchFixture.make();
  await watch.write("a.jsonl", songsNamed("a", 3));
  await watch.settle();
  await watch.write("b.jsonl", songsNamed("b", 2));
});
afterEach(() => watch.catalog.remove());

/** Imports the folder in another process, and kills it with SIGKILL before or after the switch. */
async function importAndKill(point: "before" | "after"): Promise<void> {
  const { dataDir } = watch.catalog;
  const scan = await scanFolder(watch.folder);
  if (scan.kind !== "scanned") throw new Error(scan.reason);
  const script = Bun.fileURLToPath(import.meta.resolve("./import-folder-until.ts"));
  const child = Bun.spawn([process.execPath, script, dataDir, watch.folder, scan.fingerprint, point], {
    stdout: "pipe",
  });
  const said = await child.stdout.getReader().read();
  expect(new TextDecoder().decode(said.value)).toBe("there\n");
  child.kill("SIGKILL");
  await child.exited;
  watch.restart();
}

const sources = () => runNow(catalogChanges(watch.catalog.serviceDb)).map(({ source, added }) => [source, added]);

describe("an import of a watched folder that is killed", () => {
  test("before the switch is made again, once", async () => {
    await importAndKill("before");
    expect(watch.ids()).toHaveLength(3);
    await watch.settle();
    await watch.settle();
    expect(sources()).toEqual([
      ["watch", 2],
      ["watch", 3],
    ]);
    expect(watch.ids()).toEqual(["a0", "a1", "a2", "b0", "b1"]);
  });

  test("after the switch is not made again, and its songs are known as those of the folder", async () => {
    await importAndKill("after");
    const imported = watch.outcomes.length;
    await watch.settle();
    expect(watch.outcomes).toHaveLength(imported);
    expect(sources()).toHaveLength(2);
    const claims = runNow(claimsOf(watch.catalog.serviceDb, watch.folder));
    expect([...claims.keys()].toSorted()).toEqual(watch.ids());

    await watch.delete("b.jsonl");
    await watch.settle();
    watch.catalog.now += GRACE_MS;
    await watch.settle();
    expect(watch.ids()).toEqual(["a0", "a1", "a2"]);
  });
});
