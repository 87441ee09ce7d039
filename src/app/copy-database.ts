import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { AuditActor } from "../../schema/wire/audit.ts";
import { appendEvents } from "../audit/append-store.ts";
import { copyWaiting } from "../audit/copy-waiting.ts";
import { type CopyPlace, copyServiceDb, requireEmptyFile } from "../db/copy/copy-service-db.ts";
import type { TableCopied } from "../db/copy/copy-tables.ts";
import { InvalidPostgresAddress, parsePostgresAddress, type PostgresAddress } from "../lib/postgres-address.ts";
import { recogniseDatabase } from "../db/recognise-database.ts";
import { replaceDatabase } from "../db/restore.ts";
import type { Clock } from "../lib/clock.ts";
import type { OnProgress } from "../lib/on-progress.ts";
import { syncPath } from "../lib/sync-path.ts";
import { noteCopiedStore } from "./claim-objects.ts";
import { DATABASE_FILE } from "./data-files.ts";
import { takeDataLocks } from "./data-locks.ts";
import { explainingStorage } from "./explain-storage.ts";
import { DataFolderMissing } from "./open-data.ts";
import { DatabaseForeign, recogniseData } from "./recognise-data.ts";
import { RESTORE_STAGING_PREFIX } from "./sweep-leftovers.ts";

/** A data folder or a PostgreSQL database. `name` is for messages and contains no password. */
export type DatabasePlace =
  | { readonly kind: "folder"; readonly name: string; readonly dataDir: string }
  | { readonly kind: "postgres"; readonly name: string; readonly address: PostgresAddress; readonly ca: string | null };

/** The text is `postgres://…`, but no complete address. */
export class InvalidDatabasePlace extends Error {}

/** The text is `postgres://…`, or the path of a data folder. `ca`: as in the settings. Throws InvalidDatabasePlace. */
export function databasePlaceOf(text: string, ca: string | null): DatabasePlace {
  if (/^postgres(?:ql)?:/.test(text)) {
    const address = addressOf(text);
    const { host, port, database } = address;
    return {
      kind: "postgres",
      name: `postgres://${host.startsWith("/") ? "" : `${host}:${port}`}/${database}`,
      address,
      ca,
    };
  }
  const dataDir = resolve(text);
  return { kind: "folder", name: dataDir, dataDir };
}

function addressOf(text: string): PostgresAddress {
  try {
    return parsePostgresAddress(text);
  } catch (error) {
    throw error instanceof InvalidPostgresAddress ? new InvalidDatabasePlace(error.message) : error;
  }
}

interface Copying {
  readonly clock: Clock;
  readonly actor: AuditActor;
  readonly onProgress: OnProgress;
}

/**
 * Copies the service database to an empty place, and records that in the audit trail of the copy. Either all of it arrives or nothing.
 * Throws CopyRefused, DatabaseInUse, DataFolderMissing, DatabaseForeign, ServerRunning, ImportRunning, MigrationRefused, PostgresFailed.
 */
export async function copyDatabase(
  from: DatabasePlace,
  to: DatabasePlace,
  { clock, actor, onProgress }: Copying,
): Promise<readonly TableCopied[]> {
  const holder = { pid: process.pid, role: "database copy", address: null, since: clock.now() };
  const objects = { from: from.name, to: to.name };
  const copy = (source: CopyPlace, target: CopyPlace): Promise<readonly TableCopied[]> =>
    copyServiceDb(source, target, {
      onProgress,
      carry: copyWaiting,
      *finish(tx) {
        yield* noteCopiedStore(tx);
        yield* appendEvents(tx, [{ event: { actor, action: "database.copied", objects }, at: clock.now() }]);
      },
    });
  return await readingPlace(from, holder, (source) => writingPlace(to, holder, (target) => copy(source, target)));
}

type Holder = Parameters<typeof takeDataLocks>[1];
type Use = (place: CopyPlace) => Promise<readonly TableCopied[]>;

async function readingPlace(place: DatabasePlace, holder: Holder, use: Use): Promise<readonly TableCopied[]> {
  if (place.kind === "postgres") return await use({ engine: "postgres", ...place });
  const { dataDir, name } = place;
  return await explainingStorage(dataDir, async () => {
    if (recogniseData(dataDir) === "new") throw new DataFolderMissing(dataDir);
    const unlock = takeDataLocks(dataDir, holder);
    try {
      return await use({ engine: "sqlite", name, path: join(dataDir, DATABASE_FILE) });
    } finally {
      unlock();
    }
  });
}

/** A file is written in a folder of leftovers, which every start removes, and gets its name when it is complete. */
async function writingPlace(place: DatabasePlace, holder: Holder, use: Use): Promise<readonly TableCopied[]> {
  if (place.kind === "postgres") return await use({ engine: "postgres", ...place });
  const { dataDir, name } = place;
  const path = join(dataDir, DATABASE_FILE);
  return await explainingStorage(dataDir, async () => {
    const isNew = !existsSync(dataDir);
    requireFree(path);
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const unlock = takeDataLocks(dataDir, holder);
    const staging = await mkdtemp(join(dataDir, RESTORE_STAGING_PREFIX));
    try {
      const staged = join(staging, DATABASE_FILE);
      const copied = await use({ engine: "sqlite", name, path: staged });
      // As after a restore: a connection that is still to be collected would share the locks of the moved file.
      Bun.gc(true);
      await replaceDatabase(staged, path);
      await syncPath(dataDir);
      return copied;
    } finally {
      await rm(staging, { recursive: true, force: true });
      unlock();
      if (isNew && !existsSync(path)) await rm(dataDir, { recursive: true, force: true });
    }
  });
}

/** The folder can have media and catalogs, but no database with rows. Throws CopyRefused and DatabaseForeign. */
function requireFree(path: string): void {
  const file = recogniseDatabase(path);
  if (file.kind === "foreign" || file.kind === "unreadable") throw new DatabaseForeign(path, file);
  if (file.kind === "ours") requireEmptyFile(path);
}
