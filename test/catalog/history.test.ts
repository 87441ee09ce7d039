import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { currentGeneration } from "../../src/catalog/generation.ts";
import { catalogChanges, recordChange } from "../../src/catalog/history-store.ts";
import { removeSongs } from "../../src/catalog/import/remove-songs.ts";
import { undoImport } from "../../src/catalog/import/undo-import.ts";
import { runNow } from "../../src/db/work.ts";
import { silentLog } from "../../src/lib/log.ts";
import { CatalogFixture } from "./import/catalog-fixture.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

const songs = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `s${at}`, title: `Song ${at}` }));
const changes = () => runNow(catalogChanges(catalog.serviceDb));

describe("the history of the catalog", () => {
  test("has each change with its source, counts and version, the newest first", async () => {
    const parts = {
      dataDir: catalog.dataDir,
      serviceDb: catalog.serviceDb,
      clock: { now: () => catalog.now },
      log: silentLog,
    };
    await catalog.importLines(songs(3));
    catalog.now += 1;
    await catalog.importLines([...songs(2), { id: "new", title: "New" }], { replace: true });
    await removeSongs(parts, ["s0"]);
    await undoImport(parts);
    const found = changes();
    expect(
      found.map(({ source, added, updated, retired, songs: after }) => [source, added, updated, retired, after]),
    ).toEqual([
      ["import --undo", 0, 0, 0, 2],
      ["songs remove", 0, 0, 1, 2],
      ["import", 1, 0, 1, 3],
      ["import", 3, 0, 0, 3],
    ]);
    expect(found[2]).toMatchObject({ at: catalog.now, generation: 2 });
    expect(found[2]?.subject).toEndWith("dump.jsonl");
    expect(found[0]?.version).toBe(runNow(currentGeneration(catalog.serviceDb))?.version ?? "");
  });

  test("has no line for an import that changes nothing, and none for a dry run", async () => {
    await catalog.importLines(songs(3));
    await catalog.importLines(songs(3));
    await catalog.importLines(songs(4), { dryRun: true });
    expect(changes()).toHaveLength(1);
  });

  test("keeps the last thousand changes, and shortens a long list of paths", async () => {
    const generation = { number: 1, version: "0".repeat(16), songs: 1 };
    const change = { source: "import", subject: "a".repeat(9_000), added: 1, updated: 0, retired: 0 } as const;
    await catalog.serviceDb.write(function* (tx) {
      for (let at = 1; at <= 1_003; at++) yield* recordChange(tx, generation, change, at);
    });
    expect([changes().length, changes()[0]?.at, changes().at(-1)?.at]).toEqual([1_000, 1_003, 4]);
    expect(changes()[0]?.subject).toHaveLength(500);
  });
});
