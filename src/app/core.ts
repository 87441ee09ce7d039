import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { AuditTrail } from "../audit/audit-trail.ts";
import type { Config } from "../config/config.ts";
import type { PostgresServiceDb } from "../db/postgres-service-db.ts";
import type { ServiceDb } from "../db/service-db.ts";
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
  readonly db: ServiceDb;
  /** The same database, for what depends on its engine: copies, checkpoints and probes. */
  readonly database: SqliteServiceDb | PostgresServiceDb;
  readonly keys: KeyReader;
  readonly audit: AuditTrail;
  close(): Promise<void>;
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
  const database = await openDatabase(config);
  const clock = given.clock ?? (database.engine === "postgres" ? database.clock : systemClock);
  return {
    config,
    clock,
    newId: given.newId ?? randomId,
    log,
    db: database,
    database,
    keys: new KeyReader(database),
    audit: new AuditTrail({ db: database, clock }),
    close: async () => await database.close(),
  };
}

/** The driver of PostgreSQL is loaded only where it is used: commands start without it. */
async function openDatabase({ database, dataDir }: Config): Promise<Core["database"]> {
  if (database === null) return SqliteServiceDb.open(join(dataDir, DATABASE_FILE));
  const { PostgresServiceDb } = await import("../db/postgres-service-db.ts");
  return await PostgresServiceDb.open(database.address, { ca: database.ca });
}
