import { afterAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatMediaRef } from "../../../schema/media-ref.ts";
import { mediaMade, mediaSources } from "../../../schema/tables/service/media.ts";
import { SqliteServiceDb } from "../../../src/db/sqlite-service-db.ts";
import { DAY_MS } from "../../../src/lib/clock.ts";
import { FolderPlace } from "../../../src/media/store/folder-place.ts";
import { MediaStore } from "../../../src/media/store/media-store.ts";
import { sweep } from "../../../src/media/store/sweep.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
const db = SqliteServiceDb.open(join(folder, "needledrop.db"));
afterAll(() => {
  db.close();
});
const store = new MediaStore(folder, "server");
const generated = new MediaStore(folder, "server", { folder: "generated" });

async function* noStems(): AsyncGenerator<readonly string[]> {
  yield [];
}

async function storeFile(content: string, into = generated): Promise<string> {
  const path = into.temporaryPath("mp3");
  await writeFile(path, content);
  return (await into.adopt(path, "mp3")).ref;
}

/** Sweeps two days after the files were stored. `meanwhile` happens after orphans are found and before they are removed. */
async function sweepWith(meanwhile: (time: { now: number }) => void, inUse: readonly string[] = []): Promise<number> {
  const time = { now: Date.now() + 2 * DAY_MS };
  const { files } = await sweep({
    db,
    store,
    generated,
    clock: { now: () => time.now },
    refsInUse: () => inUse,
    stemsInUse: noStems,
    runLocked: async (work) => {
      meanwhile(time);
      await work();
      return true;
    },
    signal: null,
  });
  return files;
}

test("the sweep checks a file again under the lock: it keeps one that was stored again or got a row", async () => {
  const ref = await storeFile("an MP3");
  const isStored = (): boolean => existsSync(generated.pathOf(ref) ?? "");
  // A file that is stored again has a new time; here the clock returns to the time of the file.
  expect(await sweepWith((time) => (time.now = Date.now()))).toBe(0);
  const row = { digest: "d", kind: "mp3", recipe: "1", ref, error: null, madeAt: 0 } as const;
  expect(await sweepWith(() => db.orm.insert(mediaMade).values(row).run())).toBe(0);
  expect(isStored()).toBe(true);
  db.orm.delete(mediaMade).run();
  expect(await sweepWith(() => undefined)).toBe(1);
  expect(isStored()).toBe(false);
});

test("the sweep removes several media at the same time, and all have ended when the lock is released, also after a failure", async () => {
  const own = temporaryFolder();
  const running = { now: 0, max: 0 };
  const place = new FolderPlace(join(own, "media"));
  const removeFile = place.remove.bind(place);
  const refs: string[] = [];
  // As a store of objects lists them: in pages.
  const listFiles = place.list.bind(place);
  place.list = async function* page() {
    yield (await Array.fromAsync(listFiles())).flat();
  };
  place.remove = async (ref) => {
    running.max = Math.max(running.max, ++running.now);
    await new Promise((resolve) => setImmediate(resolve));
    if (formatMediaRef(ref) !== refs[0]) await removeFile(ref);
    running.now -= 1;
    if (formatMediaRef(ref) === refs[0]) throw new Error("refused");
  };
  const slow = new MediaStore(own, "server", { place });
  for (let at = 0; at < 40; at++) refs.push(await storeFile(`medium ${at}`, slow));
  const atRelease: number[] = [];
  const sweeping = sweep({
    db,
    store: slow,
    generated,
    clock: { now: () => Date.now() + 2 * DAY_MS },
    refsInUse: () => [],
    stemsInUse: noStems,
    runLocked: async (work) => {
      await work().finally(() => atRelease.push(running.now));
      return true;
    },
    signal: null,
  });
  await expect(sweeping).rejects.toThrow("refused");
  expect(atRelease).toEqual(atRelease.map(() => 0));
  expect(running.max).toBe(16);
});

test("the sweep removes an imported file without a catalog, even if a generated file has the same content", async () => {
  const ref = await storeFile("the same bytes", store);
  await storeFile("the same bytes");
  const row = { digest: "d", kind: "mp3", recipe: "1", ref, error: null, madeAt: 0 } as const;
  db.orm.insert(mediaMade).values(row).run();
  // The source of the generated file.
  const source = { ref: "/in/place.wav", byteSize: 1, modifiedAt: 1, digest: "d" };
  db.orm.insert(mediaSources).values(source).run();
  expect(await sweepWith(() => undefined, ["/in/place.wav"])).toBe(1);
  expect([store, generated].map((one) => existsSync(one.pathOf(ref) ?? ""))).toEqual([false, true]);
});
