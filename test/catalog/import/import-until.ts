/**
 * Imports a dump into a data folder and blocks at a given point, so that a test can kill it:
 *   import-until.ts DATA DUMP stage|index|switch
 * Prints "there" when it reaches the point.
 */
import { importCatalog } from "../../../src/catalog/import/import-catalog.ts";
import { SqliteServiceDb } from "../../../src/db/sqlite-service-db.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { join } from "node:path";
import { writeSync } from "node:fs";

const [dataDir = "", dump = "", point = ""] = process.argv.slice(2);

function stopAt(name: string): void {
  if (name !== point) return;
  writeSync(1, "there\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const serviceDb = SqliteServiceDb.open(join(dataDir, "needledrop.db"));
const write = serviceDb.write.bind(serviceDb);
serviceDb.write = async (work) => {
  stopAt("switch");
  return await write(work);
};
// The index build checks the signal every few hundred songs, and staging after every batch.
let isStaged = false;
const { signal } = new AbortController();
signal.throwIfAborted = () => {
  if (isStaged) stopAt("index");
};
let now = 0;
await importCatalog({
  dataDir,
  paths: [dump],
  replace: true,
  dryRun: false,
  media: "in-place",
  map: new Map(),
  reportPath: null,
  clock: { now: () => (now += 1_000) },
  log: silentLog,
  onProgress: ({ records }) => {
    stopAt("stage");
    isStaged = records >= 3_000;
  },
  signal,
  serviceDb,
});
