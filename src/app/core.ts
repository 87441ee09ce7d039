import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { AuditTrail } from "../audit/audit-trail.ts";
import type { Config } from "../config/config.ts";
import { SqliteServiceDb } from "../db/sqlite-service-db.ts";
import { KeyReader } from "../keys/store.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { type NewId, randomId } from "../lib/ids.ts";
import type { Log } from "../lib/log.ts";
import { DATABASE_FILE } from "./data-files.ts";
import { restrictDataAccess } from "./restrict-data-access.ts";

/** The objects that all commands on a data folder share. */
export interface Core {
  readonly config: Config;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly db: SqliteServiceDb;
  readonly keys: KeyReader;
  readonly audit: AuditTrail;
  close(): void;
}

/** Opens the data folder of `config`, and creates a missing one. Throws MigrationRefused for a newer one. */
export async function openCore(
  config: Config,
  log: Log,
  given: { readonly clock?: Clock; readonly newId?: NewId } = {},
): Promise<Core> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  // Before SQLite creates the WAL files with the mode of the database. The server and `doctor` report paths that stay open.
  restrictDataAccess(config.dataDir);
  const db = SqliteServiceDb.open(join(config.dataDir, DATABASE_FILE));
  const clock = given.clock ?? systemClock;
  return {
    config,
    clock,
    newId: given.newId ?? randomId,
    log,
    db,
    keys: new KeyReader(db),
    audit: new AuditTrail({ db, clock }),
    close: () => db.close(),
  };
}
