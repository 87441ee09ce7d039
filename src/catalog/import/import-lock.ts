import { join } from "node:path";
import { acquireLock, describeHolder, type HeldLock, type LockHolder } from "../../db/lock.ts";
import { ImportFailure } from "./failure.ts";

export const IMPORT_LOCK_FILE = "import.lock";

/** An import, or something else that changes the catalog, works on the data folder. */
export class ImportRunning extends ImportFailure {
  constructor(holder: LockHolder | null) {
    const since = holder === null ? "" : ` since ${new Date(holder.since).toISOString()}`;
    super(`Another import into this data folder is running: ${describeHolder(holder)}${since}. Wait for it to end.`);
    this.name = "ImportRunning";
  }
}

/** Keeps every import off the data folder until it is released: two would both build on the same catalog. Throws ImportRunning. */
export function takeImportLock(dataDir: string, holder: LockHolder): HeldLock {
  const lock = acquireLock(join(dataDir, IMPORT_LOCK_FILE), holder);
  if (lock.kind === "held") throw new ImportRunning(lock.holder);
  return lock;
}
