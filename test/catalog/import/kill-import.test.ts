import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
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
    "in phase %s leaves the previous catalog, and the next one works",
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

  test("while it copies media leaves a partial temporary file, and the next one removes it", async () => {
    const content = new Uint8Array(40 * 1024 ** 2).fill(7);
    await catalog.write("long.wav", content);
    const song = { id: "1", title: "Long", audio_files: [{ id: "f1", wav: "long.wav" }] };
    const dump = await catalog.write("new.jsonl", jsonLines([song]));
    const script = Bun.fileURLToPath(import.meta.resolve("./copy-until.ts"));
    const child = Bun.spawn([process.execPath, script, catalog.dataDir, dump], { stdout: "pipe" });
    const said = await child.stdout.getReader().read();
    expect(new TextDecoder().decode(said.value)).toBe("there\n");
    child.kill("SIGKILL");
    await child.exited;

    const half = await filesIn(catalog.dataDir);
    expect(half).toHaveLength(1);
    expect(half[0]?.path).toStartWith(join("tmp", "import"));
    expect(half[0]?.sizeBytes).toBeGreaterThan(0);
    expect(half[0]?.sizeBytes).toBeLessThan(content.byteLength);
    expect(catalog.ids()).toEqual(["old-1", "old-2"]);

    expect(await catalog.importPaths([dump], { media: "copy" })).toMatchObject({ added: 1, missingMedia: 0 });
    const digest = new Bun.CryptoHasher("sha256").update(content).digest("hex");
    const path = join(digest.slice(0, 2), `${digest}.wav`);
    expect(await filesIn(catalog.dataDir)).toEqual([{ path, sizeBytes: content.byteLength }]);
  });
});

/** The files of the media store. */
async function filesIn(dataDir: string): Promise<{ path: string; sizeBytes: number }[]> {
  const folder = join(dataDir, "media");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.map((path) => ({ path: relative(folder, path), sizeBytes: Bun.file(path).size }));
}
