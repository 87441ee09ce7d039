import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { once } from "../../src/lib/once.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const PRIVATE_DIR = 0o700;
const PRIVATE_FILE = 0o600;

/** A database after all migrations, which take 20 ms of processor time. */
const migrated = once(() => {
  const path = join(temporaryFolder(), "needledrop.db");
  SqliteServiceDb.open(path).close();
  return readFileSync(path);
});

/** Writes a new service database at `path`, and its folder. */
export function writeNewServiceDb(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_DIR });
  writeFileSync(path, migrated(), { mode: PRIVATE_FILE, flag: "wx" });
}

/** Opens a new service database at `path`. */
export function newServiceDb(path: string): SqliteServiceDb {
  writeNewServiceDb(path);
  return SqliteServiceDb.open(path);
}
