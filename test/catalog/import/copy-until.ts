/**
 * Imports a dump by copy and blocks in the middle of a file, so that a test can kill it:
 *   copy-until.ts DATA DUMP
 * Prints "there" after a part of a file was written.
 */
import { existsSync, readdirSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { importCatalog } from "../../../src/catalog/import/import-catalog.ts";
import { SqliteServiceDb } from "../../../src/db/sqlite-service-db.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { silentLog } from "../../../src/lib/log.ts";

const [dataDir = "", dump = ""] = process.argv.slice(2);
const temporary = join(dataDir, "media", "tmp", "import");

// A copy checks the signal before each piece.
const { signal } = new AbortController();
signal.throwIfAborted = () => {
  if (!hasPartOfAFile()) return;
  writeSync(1, "there\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};

function hasPartOfAFile(): boolean {
  if (!existsSync(temporary)) return false;
  return readdirSync(temporary).some((name) => statSync(join(temporary, name)).size > 0);
}

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
  serviceDb: SqliteServiceDb.open(join(dataDir, "needledrop.db")),
});
