/**
 * Imports a dump by copy and stops for ever in the middle of a file, to be killed there:
 *   copy-until.ts DATA DUMP
 * Says "there" once half a file is written.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { importCatalog } from "../../../src/catalog/import/import-catalog.ts";
import { ServiceDb } from "../../../src/db/service-db.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { silentLog } from "../../../src/lib/log.ts";

const [dataDir = "", dump = ""] = process.argv.slice(2);
// A copy looks at the signal before each of its pieces: after so many it is within a file of several pieces.
const PIECES = 6;
let pieces = 0;
const { signal } = new AbortController();
signal.throwIfAborted = () => {
  if (++pieces < PIECES) return;
  writeSync(1, "there\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
await importCatalog({
  dataDir,
  paths: [dump],
  replace: true,
  dryRun: false,
  media: "copy",
  map: new Map(),
  reportPath: null,
  clock: systemClock,
  log: silentLog,
  onProgress: null,
  signal,
  serviceDb: ServiceDb.open(join(dataDir, "needledrop.db")),
});
