import { join } from "node:path";
import { acquireLock, type HeldLock, type LockHolder } from "../db/lock.ts";

export const SERVER_LOCK_FILE = "server.lock";

/** The lock that an import takes (src/catalog/import/import-catalog.ts). */
export const IMPORT_LOCK_FILE = "import.lock";

/** Another server works on the data folder. */
export class ServerRunning extends Error {
  readonly holder: LockHolder | null;

  constructor(holder: LockHolder | null) {
    super(
      `A server already runs on this data folder: ${describeHolder(holder)}. Stop it first, or name another --data.`,
    );
    this.name = "ServerRunning";
    this.holder = holder;
  }
}

/** An import works on the data folder. */
export class ImportRunning extends Error {
  constructor(holder: LockHolder | null) {
    super(`An import into this data folder is running: ${describeHolder(holder)}. Wait for it to end.`);
    this.name = "ImportRunning";
  }
}

/** Keeps every server off the data folder until it is released. Throws ServerRunning. */
export function takeServerLock(dataDir: string, holder: LockHolder): HeldLock {
  const lock = acquireLock(join(dataDir, SERVER_LOCK_FILE), holder);
  if (lock.kind === "held") throw new ServerRunning(lock.holder);
  return lock;
}

export function describeHolder(holder: LockHolder | null): string {
  if (holder === null) return "another process";
  return `process ${holder.pid} (${holder.role})${holder.address === null ? "" : ` at ${holder.address}`}`;
}

/** Keeps every import off the data folder until it is released. Throws ImportRunning. */
export function takeImportLock(dataDir: string, holder: LockHolder): HeldLock {
  const lock = acquireLock(join(dataDir, IMPORT_LOCK_FILE), holder);
  if (lock.kind === "held") throw new ImportRunning(lock.holder);
  return lock;
}
