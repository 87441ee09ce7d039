import { expect, test } from "bun:test";
import { mkdir, readdir, rm } from "node:fs/promises";
import { openData } from "../../src/app/open-data.ts";
import { readConfig } from "../../src/config/config.ts";
import { silentLog } from "../../src/lib/log.ts";
import { TestFolder } from "../support/temporary-folder.ts";

async function open(dataDir: string): Promise<void> {
  await (await openData(readConfig({}, { data: dataDir }), silentLog, { mayCreate: true })).close();
}

test.each(["uploads", "catalog", "media", "generated", "native", "imports"])(
  "a file %p in a data folder is named, and nothing is changed",
  async (name) => {
    const folder = new TestFolder();
    const path = await folder.file(name, "x");
    await expect(open(folder.path)).rejects.toThrow(
      `${path}: expected a folder, but it is a file. Nothing was changed. Move the file away and start again`,
    );
    expect(await readdir(folder.path)).toEqual([name]);
    await rm(path);
    await open(folder.path);
  },
);

test("a file in place of a folder of the uploads is named", async () => {
  const folder = new TestFolder();
  await mkdir(folder.to("uploads"));
  await folder.file("uploads/incoming", "x");
  await expect(open(folder.path)).rejects.toThrow(`${folder.to("uploads/incoming")}: expected a folder`);
});

test.each([
  ["index.bin", "a missing index is built from the catalog"],
  ["catalog.db", "put the file back or restore a backup"],
])("a folder %p of a catalog is named, with what to do", async (name, remedy) => {
  const folder = new TestFolder();
  await open(folder.path);
  const path = folder.to(`catalog/gen-000003/${name}`);
  await mkdir(path, { recursive: true });
  await expect(open(folder.path)).rejects.toThrow(
    new RegExp(`${path}: expected a file, but it is a folder.*${remedy}`),
  );
});
