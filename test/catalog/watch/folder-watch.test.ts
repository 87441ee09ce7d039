import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { catalogChanges } from "../../../src/catalog/history-store.ts";
import { takeImportLock } from "../../../src/catalog/import/import-lock.ts";
import { removeSongs } from "../../../src/catalog/import/remove-songs.ts";
import { runNow } from "../../../src/db/work.ts";
import { importFolder } from "../../../src/catalog/watch/import-folder.ts";
import { confirmHeld, putImported, watchFolder } from "../../../src/catalog/watch/watch-store.ts";
import { HOUR_MS, MINUTE_MS } from "../../../src/lib/clock.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { wavBytes } from "../../support/small-media.ts";
import { GRACE_MS, SETTLE_MS, songsNamed, WatchFixture } from "./watch-fixture.ts";

let watch: WatchFixture;
beforeEach(async () => {
  watch = await WatchFixture.make();
});
afterEach(() => watch.catalog.remove());

const imports = (): number => watch.outcomes.length;

describe("a watched folder", () => {
  test("is imported when its files have settled, and again only when they change", async () => {
    await watch.write("a.jsonl", songsNamed("a", 3));
    await watch.look();
    expect([imports(), watch.status()?.state]).toEqual([0, "waiting"]);
    watch.catalog.now += SETTLE_MS - 1;
    await watch.look();
    expect(imports()).toBe(0);
    watch.catalog.now += 1;
    await watch.look();
    expect(watch.ids()).toEqual(["a0", "a1", "a2"]);
    expect(watch.status()).toMatchObject({ state: "current", importedAt: watch.catalog.now });
    for (let count = 0; count < 3; count++) await watch.settle();
    expect(imports()).toBe(1);

    await watch.write("b.jsonl", songsNamed("b", 1));
    await watch.write("a.jsonl", [...songsNamed("a", 2), { id: "a2", title: "Renamed" }]);
    await watch.settle();
    expect(watch.outcomes[1]).toMatchObject({ kind: "imported", added: 1, updated: 1, retired: 0 });
    expect(watch.catalog.song("a2")?.title).toBe("Renamed");
    const [newest] = runNow(catalogChanges(watch.catalog.serviceDb));
    expect(newest).toMatchObject({ source: "watch", subject: watch.folder, added: 1, updated: 1 });
  });

  test("is imported as a folder of audio too", async () => {
    await watch.catalog.write("Album/01 Dawn.wav", wavBytes(400));
    await watch.settle();
    expect(watch.outcomes).toMatchObject([{ kind: "imported", added: 1 }]);
  });

  test("is not imported while a file grows", async () => {
    await watch.write("a.jsonl", songsNamed("a", 3));
    for (let size = 1; size <= 5; size++) {
      await watch.catalog.write("half.wav", wavBytes(size * 100));
      watch.catalog.now += SETTLE_MS;
      await watch.look();
    }
    expect(imports()).toBe(0);
    await watch.settle();
    expect(imports()).toBe(1);
  });

  test("is not imported if a file changes while the import reads", async () => {
    await watch.write("a.jsonl", songsNamed("a", 3));
    watch.restart({
      importFolder: async (request) => {
        const { dataDir, serviceDb } = watch.catalog;
        const clock = { now: () => watch.catalog.now };
        const changing = new AbortController().signal;
        // The import asks the signal while it reads, so the file changes in between.
        changing.throwIfAborted = () => appendFileSync(join(watch.folder, "a.jsonl"), "\n");
        return await importFolder(request, { dataDir, serviceDb, clock, log: silentLog, signal: changing });
      },
    });
    await watch.settle();
    expect(watch.status()?.state).toBe("waiting");
    expect(runNow(catalogChanges(watch.catalog.serviceDb))).toEqual([]);
    watch.restart();
    await watch.settle();
    expect(watch.ids()).toHaveLength(3);
  });

  test("is not imported again after a restart", async () => {
    await watch.write("a.jsonl", songsNamed("a", 3));
    await watch.settle();
    watch.restart();
    await watch.settle();
    expect(imports()).toBe(1);
  });

  test("is imported although the clock was set back", async () => {
    await watch.write("a.jsonl", songsNamed("a", 3));
    await watch.look();
    watch.catalog.now -= HOUR_MS;
    await watch.settle();
    expect(imports()).toBe(1);
  });

  test("waits for another import", async () => {
    const holder = { pid: process.pid, role: "import", address: null, since: 1 };
    const lock = takeImportLock(watch.catalog.dataDir, holder);
    await watch.write("a.jsonl", songsNamed("a", 3));
    await watch.settle();
    expect(watch.outcomes).toMatchObject([{ kind: "busy" }]);
    expect(watch.status()).toMatchObject({ state: "waiting" });
    expect(watch.status()?.detail).toContain("Another import");
    lock.release();
    await watch.look();
    expect(watch.ids()).toHaveLength(3);
  });

  test("is tried again after a failure, ever later, and the failure is logged once", async () => {
    let tries = 0;
    watch.restart({
      importFolder: async () => {
        tries += 1;
        throw new Error("no room.");
      },
    });
    await watch.write("a.jsonl", songsNamed("a", 3));
    await watch.settle();
    expect([tries, watch.status()?.state]).toEqual([1, "failed"]);
    await watch.look();
    expect(tries).toBe(1);
    const waits: number[] = [];
    for (let minute = 1; minute <= 7; minute++) {
      const before = tries;
      watch.catalog.now += MINUTE_MS;
      await watch.look();
      if (tries > before) waits.push(minute);
    }
    expect(waits).toEqual([1, 3, 7]);
    expect(watch.said).toHaveLength(1);
  });
});

describe("a song that disappears from a watched folder", () => {
  beforeEach(async () => {
    await watch.write("a.jsonl", songsNamed("a", 3));
    await watch.write("b.jsonl", songsNamed("b", 2));
    await watch.settle();
  });

  test("is retired after the grace period, also by a dump that has fewer songs", async () => {
    await watch.delete("b.jsonl");
    await watch.write("a.jsonl", songsNamed("a", 2));
    await watch.settle();
    watch.catalog.now += GRACE_MS - SETTLE_MS;
    await watch.look();
    expect(watch.ids()).toHaveLength(5);
    watch.catalog.now += SETTLE_MS;
    await watch.look();
    expect(watch.ids()).toEqual(["a0", "a1"]);
    expect(watch.outcomes.at(-1)).toMatchObject({ retired: 3, held: 0 });
    const count = imports();
    await watch.settle();
    expect(imports()).toBe(count);
  });

  test("stays if it comes back in time", async () => {
    await watch.delete("b.jsonl");
    await watch.settle();
    await watch.write("b.jsonl", songsNamed("b", 2));
    await watch.settle();
    watch.catalog.now += 2 * GRACE_MS;
    await watch.settle();
    expect(watch.ids()).toHaveLength(5);
  });

  test("stays if another import has brought it, before or since", async () => {
    await watch.catalog.importPaths([await watch.catalog.write("../other.jsonl", '{"id":"b0","title":"Song b0"}')]);
    await watch.delete("b.jsonl");
    await watch.settle();
    watch.catalog.now += GRACE_MS;
    await watch.settle();
    expect(watch.ids()).toEqual(["a0", "a1", "a2", "b0"]);

    await watch.catalog.importPaths([await watch.catalog.write("../first.jsonl", '{"id":"c0","title":"Song c0"}')]);
    await watch.write("c.jsonl", songsNamed("c", 2));
    await watch.settle();
    await watch.delete("c.jsonl");
    await watch.settle();
    watch.catalog.now += GRACE_MS;
    await watch.settle();
    expect(watch.ids()).toEqual(["a0", "a1", "a2", "b0", "c0"]);
  });

  test("stays while its record is rejected", async () => {
    await watch.catalog.write("b.jsonl", '{"id":"b0","title":""}\n{"id":"b1","title":"Song b1"}');
    await watch.settle();
    watch.catalog.now += GRACE_MS;
    await watch.settle();
    expect(watch.ids()).toHaveLength(5);
  });

  test("is forgotten if an operator has removed it", async () => {
    const { dataDir, serviceDb } = watch.catalog;
    await removeSongs({ dataDir, serviceDb, clock: { now: () => watch.catalog.now }, log: silentLog }, ["a0"]);
    await watch.write("c.jsonl", songsNamed("c", 1));
    await watch.settle();
    watch.catalog.now += GRACE_MS;
    await watch.settle();
    expect(watch.ids()).toEqual(["a1", "a2", "b0", "b1", "c0"]);
    expect(imports()).toBe(2);
  });
});

describe("a folder that is gone", () => {
  beforeEach(async () => {
    await watch.write("a.jsonl", songsNamed("a", 3));
    await watch.settle();
  });

  test("retires nothing, is reported once, and goes on when it is back", async () => {
    await watch.unmount();
    for (let count = 0; count < 3; count++) {
      watch.catalog.now += GRACE_MS;
      await watch.look();
    }
    expect([watch.ids().length, imports(), watch.said.length]).toEqual([3, 1, 1]);
    expect(watch.status()).toMatchObject({ state: "unavailable" });
    expect(watch.said[0]).toContain("does not exist");
    await watch.mount();
    await watch.settle();
    expect([watch.status()?.state, imports()]).toEqual(["current", 1]);
  });

  test("or empty, as a mount point without its disk, retires nothing", async () => {
    await watch.delete("a.jsonl");
    watch.catalog.now += 2 * GRACE_MS;
    await watch.settle();
    expect([watch.ids().length, imports(), watch.status()?.state]).toEqual([3, 1, "unavailable"]);
    expect(watch.status()?.detail).toContain("Is its disk mounted?");
  });

  test.skipIf(process.getuid?.() === 0)("or has a part that cannot be read, is not imported", async () => {
    await watch.write("c.jsonl", songsNamed("c", 1));
    await watch.catalog.write("closed/d.jsonl", "");
    await chmod(`${watch.folder}/closed`, 0);
    await watch.settle();
    expect(watch.status()).toMatchObject({ state: "unavailable" });
    expect(watch.status()?.detail).toContain("closed cannot be read: permission denied");
    await chmod(`${watch.folder}/closed`, 0o700);
  });

  test("does not answer, is reported and looked at again", async () => {
    watch.restart({
      scan: async () => await Promise.reject(new Error("The folder could not be scanned (timed-out): ")),
    });
    await watch.look();
    expect(watch.status()).toMatchObject({ state: "unavailable" });
    watch.restart();
    await watch.settle();
    expect(watch.status()?.state).toBe("current");
  });
});

describe("more than a tenth of a folder's songs that disappear", () => {
  beforeEach(async () => {
    await watch.write("a.jsonl", songsNamed("a", 20));
    await watch.write("b.jsonl", songsNamed("b", 6));
    await watch.settle();
    await watch.delete("b.jsonl");
    await watch.settle();
    watch.catalog.now += GRACE_MS;
    await watch.settle();
  });

  test("are held and told once, until an operator confirms", async () => {
    expect(watch.status()).toMatchObject({ state: "held", held: 6 });
    expect(watch.said).toHaveLength(1);
    expect(watch.said[0]).toContain("6 of 26 songs disappeared");
    const count = imports();
    watch.catalog.now += GRACE_MS;
    await watch.settle();
    expect([watch.ids().length, imports()]).toEqual([26, count]);
    await watch.catalog.serviceDb.write((tx) => confirmHeld(tx, watch.folder, 6));
    await watch.settle();
    expect(watch.ids()).toHaveLength(20);
    expect(watch.status()).toMatchObject({ state: "current", held: 0, confirmed: null });
  });

  test("are retired at the next look if the confirmation was given while an import ran", async () => {
    const { serviceDb } = watch.catalog;
    const state = await serviceDb.read(watchFolder(serviceDb, watch.folder));
    await serviceDb.write((tx) => confirmHeld(tx, watch.folder, 6));
    const imported = { folder: watch.folder, fingerprint: state?.fingerprint ?? "", now: watch.catalog.now, held: 6 };
    await serviceDb.write((tx) => putImported(tx, { ...imported, used: null }));
    await watch.settle();
    expect(watch.ids()).toHaveLength(20);
    for (const end of [
      { ...imported, used: 6 },
      { ...imported, held: 0, used: null },
    ]) {
      await serviceDb.write((tx) => confirmHeld(tx, watch.folder, 6));
      await serviceDb.write((tx) => putImported(tx, end));
      expect(watch.status()).toMatchObject({ held: end.held, confirmed: null });
    }
  });

  test("are held again if more songs are gone than were confirmed", async () => {
    await watch.catalog.serviceDb.write((tx) => confirmHeld(tx, watch.folder, 6));
    watch.restart({ graceMs: 0 });
    await watch.write("a.jsonl", songsNamed("a", 10));
    await watch.settle();
    expect(watch.ids()).toHaveLength(26);
    expect(watch.status()).toMatchObject({ state: "held", held: 16, confirmed: null });
  });

  test("stay when they come back", async () => {
    await watch.write("b.jsonl", songsNamed("b", 6));
    await watch.settle();
    expect(watch.status()).toMatchObject({ state: "current", held: 0 });
    expect(watch.ids()).toHaveLength(26);
  });
});
