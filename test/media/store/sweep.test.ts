import { afterAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mediaMade, mediaSources } from "../../../schema/tables/service/media.ts";
import { ServiceDb } from "../../../src/db/service-db.ts";
import { DAY_MS } from "../../../src/lib/clock.ts";
import { MediaStore } from "../../../src/media/store/media-store.ts";
import { sweep } from "../../../src/media/store/sweep.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
const db = ServiceDb.open(join(folder, "needledrop.db"));
afterAll(() => {
  db.close();
});
const store = new MediaStore(folder, "server");
const generated = new MediaStore(folder, "server", { folder: "generated" });

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
    stemsInUse: () => [],
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
