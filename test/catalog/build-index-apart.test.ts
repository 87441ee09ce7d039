import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { buildIndexApart } from "../../src/catalog/build-index-apart.ts";
import { currentGeneration, type Generation, generationDir, indexPath } from "../../src/catalog/generation.ts";
import { runNow } from "../../src/db/work.ts";
import { CatalogFixture } from "./import/catalog-fixture.ts";

let catalog: CatalogFixture;
let generation: Generation;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
  await catalog.importLines([{ id: "1", title: "Harbour lights" }]);
  const current = runNow(currentGeneration(catalog.serviceDb));
  if (current === null) throw new Error("nothing was imported");
  generation = current;
});
afterEach(() => catalog.remove());

const folder = (): string => generationDir(catalog.dataDir, generation.number);

describe("an index built in a child process", () => {
  test("equals the index that the import built", async () => {
    const path = indexPath(folder());
    const before = await Bun.file(path).bytes();
    await rm(path);
    await buildIndexApart({ dataDir: catalog.dataDir, database: null }, generation);
    expect(Buffer.compare(await Bun.file(path).bytes(), before)).toBe(0);
  });

  test("fails with the error of the process", async () => {
    await rm(folder(), { recursive: true });
    await expect(buildIndexApart({ dataDir: catalog.dataDir, database: null }, generation)).rejects.toThrow(
      /exit status 1.*cannot be opened/s,
    );
  });

  test("is aborted with the signal's reason and leaves no partial file", async () => {
    await writeFile(`${indexPath(folder())}.77.partial`, "half");
    await rm(indexPath(folder()));
    const signal = AbortSignal.abort(new Error("the server stops"));
    await expect(buildIndexApart({ dataDir: catalog.dataDir, database: null }, generation, signal)).rejects.toThrow(
      "the server stops",
    );
    expect(existsSync(indexPath(folder()))).toBe(false);
    expect((await readdir(folder())).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });
});
