import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { CatalogFixture, jsonLines } from "./catalog-fixture.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
  await catalog.importLines([
    { id: "old-1", title: "Old" },
    { id: "old-2", title: "Older" },
  ]);
});
afterEach(() => catalog.remove());

describe("an import that is killed", () => {
  test.each(["stage", "index", "switch"])(
    "at its %s leaves the former catalog, and the next one works",
    async (point) => {
      const songs = Array.from({ length: 3_000 }, (_, at) => ({ id: `new-${at}`, title: `New ${at}` }));
      const dump = await catalog.write("new.jsonl", jsonLines(songs));
      const script = Bun.fileURLToPath(import.meta.resolve("./import-until.ts"));
      const child = Bun.spawn([process.execPath, script, catalog.dataDir, dump, point], { stdout: "pipe" });
      const said = await child.stdout.getReader().read();
      expect(new TextDecoder().decode(said.value)).toBe("there\n");
      child.kill("SIGKILL");
      await child.exited;

      const leftovers = await readdir(join(catalog.dataDir, "catalog"));
      expect(leftovers.toSorted()).toEqual(["gen-000001", point === "switch" ? "gen-000002" : "gen-000002.partial"]);
      expect(catalog.ids()).toEqual(["old-1", "old-2"]);

      expect(await catalog.importPaths([dump], { replace: true })).toMatchObject({
        added: 3_000,
        retired: 2,
        generation: 2,
      });
      expect(catalog.ids()).toHaveLength(3_000);
      expect((await readdir(join(catalog.dataDir, "catalog"))).toSorted()).toEqual(["gen-000001", "gen-000002"]);
    },
  );
});
