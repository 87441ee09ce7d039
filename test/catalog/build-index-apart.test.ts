import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { buildIndexApart } from "../../src/catalog/build-index-apart.ts";
import { currentGeneration, type Generation, generationDir, indexPath } from "../../src/catalog/generation.ts";
import { CatalogFixture } from "./import/catalog-fixture.ts";

let catalog: CatalogFixture;
let generation: Generation;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
  await catalog.importLines([{ id: "1", title: "Harbour lights" }]);
  const current = currentGeneration(catalog.serviceDb);
  if (current === null) throw new Error("nothing was imported");
  generation = current;
});
afterEach(() => catalog.remove());

const folder = (): string => generationDir(catalog.dataDir, generation.number);

describe("an index built in a process of its own", () => {
  test("is the one that the import built", async () => {
    const path = indexPath(folder());
    const before = await Bun.file(path).bytes();
    await rm(path);
    await buildIndexApart(catalog.dataDir, generation);
    expect(Buffer.compare(await Bun.file(path).bytes(), before)).toBe(0);
  });

  test("that cannot be built is refused with what the process said", async () => {
    await rm(folder(), { recursive: true });
    await expect(buildIndexApart(catalog.dataDir, generation)).rejects.toThrow(/exit status 1.*cannot be opened/s);
  });

  test("is given up with the signal's reason, and leaves nothing half-written", async () => {
    await writeFile(`${indexPath(folder())}.77.partial`, "half");
    await rm(indexPath(folder()));
    const signal = AbortSignal.abort(new Error("the server stops"));
    await expect(buildIndexApart(catalog.dataDir, generation, signal)).rejects.toThrow("the server stops");
    expect(existsSync(indexPath(folder()))).toBe(false);
    expect((await readdir(folder())).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });
});
