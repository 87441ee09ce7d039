import { join } from "node:path";
import { acquireLock, describeHolder, type HeldLock, type LockHolder } from "../../db/lock.ts";
import { ImportFailure } from "./failure.ts";

export const IMPORT_LOCK_FILE = "import.lock";
/** Role of a media sweep, which holds the lock only for one batch at a time. */
export const SWEEP_ROLE = "media sweep";
const SWEEP_POLL_MS = 20;
const SWEEP_POLLS_MAX = 250;

/** Another process holds the import lock: an import, or a command that changes the catalog. */
export class ImportRunning extends ImportFailure {
  readonly holder: LockHolder | null;

  constructor(holder: LockHolder | null) {
    const since = holder === null ? "" : ` since ${new Date(holder.since).toISOString()}`;
    super(`Another import into this data folder is running: ${describeHolder(holder)}${since}. Wait for it to end.`);
    this.name = "ImportRunning";
    this.holder = holder;
  }
}

/** Excludes other imports until it is released: two imports would both build on the same catalog. Throws ImportRunning. */
export function takeImportLock(dataDir: string, holder: LockHolder): HeldLock {
  const lock = acquireLock(join(dataDir, IMPORT_LOCK_FILE), holder);
  if (lock.kind === "held") throw new ImportRunning(lock.holder);
  return lock;
}

/** Takes the import lock, waiting at most 5 s for a media sweep to finish its batch. Throws ImportRunning. */
export async function takeImportLockSoon(dataDir: string, holder: LockHolder): Promise<HeldLock> {
  for (let polls = 0; ; polls++) {
    try {
      return takeImportLock(dataDir, holder);
    } catch (error) {
      // A holder without a record took the lock just now and is most likely a sweep.
      const isSweep = error instanceof ImportRunning && (error.holder === null || error.holder.role === SWEEP_ROLE);
      if (!isSweep || polls >= SWEEP_POLLS_MAX) throw error;
      await Bun.sleep(SWEEP_POLL_MS);
    }
  }
}
