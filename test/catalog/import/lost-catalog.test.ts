import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFile, rm, writeFile } from "node:fs/promises";
import { CatalogUnreadable } from "../../../src/catalog/catalog-unreadable.ts";
import { catalogPath, generationDir } from "../../../src/catalog/generation.ts";
import { ImportFailure } from "../../../src/catalog/import/failure.ts";
import { CatalogFixture } from "./catalog-fixture.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
  await catalog.importLines([{ id: "1", title: "Glass Harbour" }]);
});
afterEach(() => catalog.remove());

const folder = (): string => generationDir(catalog.dataDir, 1);

describe("an import into a data folder whose current catalog is missing", () => {
  test("is refused with instructions, because the new catalog would contain only this dump", async () => {
    await rm(folder(), { recursive: true });
    const importing = catalog.importLines([{ id: "2", title: "Low Tide" }]);
    await expect(importing).rejects.toThrow(ImportFailure);
    await expect(importing).rejects.toThrow("import all dumps with --replace");
  });

  test("starts from an empty catalog with --replace", async () => {
    await rm(folder(), { recursive: true });
    const { added, generation } = await catalog.importLines([{ id: "2", title: "Low Tide" }], { replace: true });
    expect([added, generation]).toEqual([1, 2]);
    expect(catalog.ids()).toEqual(["2"]);
  });
});

test("an import into a damaged catalog names the catalog and changes nothing", async () => {
  const path = catalogPath(folder());
  const bytes = await readFile(path);
  await writeFile(path, bytes.fill(0x5a, 4096));
  const importing = catalog.importLines([{ id: "2", title: "Low Tide" }]);
  await expect(importing).rejects.toThrow(CatalogUnreadable);
  const error = await importing.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ path });
});
