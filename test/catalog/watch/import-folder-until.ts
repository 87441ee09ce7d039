/**
 * Imports a watched folder into a data folder and blocks at a given point, so that a test can kill it:
 *   import-folder-until.ts DATA FOLDER FINGERPRINT before|after
 * Prints "there" before the transaction that makes the new catalog current, or after it.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { importFolder } from "../../../src/catalog/watch/import-folder.ts";
import { SqliteServiceDb } from "../../../src/db/sqlite-service-db.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { silentLog } from "../../../src/lib/log.ts";

const [dataDir = "", folder = "", fingerprint = "", point = ""] = process.argv.slice(2);

function stopAt(name: string): void {
  if (name !== point) return;
  writeSync(1, "there\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const serviceDb = SqliteServiceDb.open(join(dataDir, "needledrop.db"));
const write = serviceDb.write.bind(serviceDb);
serviceDb.write = async (work) => {
  stopAt("before");
  const result = await write(work);
  stopAt("after");
  return result;
};
const request = { folder, fingerprint, graceMs: 0, media: "in-place" } as const;
await importFolder(request, { dataDir, serviceDb, clock: systemClock, log: silentLog, signal: null });
