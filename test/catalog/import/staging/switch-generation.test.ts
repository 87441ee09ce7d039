import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { currentGeneration } from "../../../../src/catalog/generation.ts";
import { runNow } from "../../../../src/db/work.ts";
import { CatalogFixture } from "../catalog-fixture.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

test("an import that cannot remove older generations succeeds with a warning", async () => {
  await catalog.importLines([{ id: "1", title: "One" }]);
  const warned: object[] = [];
  const nothing = (): void => undefined;
  const log = { debug: nothing, info: nothing, error: nothing, warn: (fields: object) => void warned.push(fields) };
  const folder = join(catalog.dataDir, "catalog");
  const switching = spyOn(catalog.serviceDb, "write");
  // Makes the clean-up fail: after the switch the folder is a file.
  switching.mockImplementationOnce(async (work) => {
    switching.mockRestore();
    const result = await catalog.serviceDb.write(work);
    renameSync(folder, `${folder}-aside`);
    writeFileSync(folder, "");
    return result;
  });
  const outcome = await catalog.importLines([{ id: "2", title: "Two" }], { log });
  expect(outcome).toMatchObject({ added: 1, generation: 2 });
  expect(warned).not.toEqual([]);
  for (const fields of warned) expect(fields).toEqual({ reason: expect.stringContaining("ENOTDIR") });
  expect(runNow(currentGeneration(catalog.serviceDb))).toMatchObject({ number: 2, songs: 2 });
});
