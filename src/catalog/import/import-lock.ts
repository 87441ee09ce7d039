import { join } from "node:path";
import { acquireLock, describeHolder, type HeldLock, type LockHolder } from "../../db/lock.ts";
import { ImportFailure } from "./failure.ts";

export const IMPORT_LOCK_FILE = "import.lock";
/** Who holds the lock for a moment only. */
export const SWEEP_ROLE = "media sweep";
const SWEEP_POLL_MS = 20;
const SWEEP_POLLS_MAX = 250;

/** An import, or something else that changes the catalog, works on the data folder. */
export class ImportRunning extends ImportFailure {
  readonly holder: LockHolder | null;

  constructor(holder: LockHolder | null) {
    const since = holder === null ? "" : ` since ${new Date(holder.since).toISOString()}`;
    super(`Another import into this data folder is running: ${describeHolder(holder)}${since}. Wait for it to end.`);
    this.name = "ImportRunning";
    this.holder = holder;
  }
}

/** Keeps every import off the data folder until it is released: two would both build on the same catalog. Throws ImportRunning. */
export function takeImportLock(dataDir: string, holder: LockHolder): HeldLock {
  const lock = acquireLock(join(dataDir, IMPORT_LOCK_FILE), holder);
  if (lock.kind === "held") throw new ImportRunning(lock.holder);
  return lock;
}

/** The same for an import, which waits (5 s at most) for a sweep of the media to end the batch it is at. */
export async function takeImportLockSoon(dataDir: string, holder: LockHolder): Promise<HeldLock> {
  for (let polls = 0; ; polls++) {
    try {
      return takeImportLock(dataDir, holder);
    } catch (error) {
      // Without a name it is somebody who has just taken it, most likely a sweep.
      const isMoment = error instanceof ImportRunning && (error.holder === null || error.holder.role === SWEEP_ROLE);
      if (!isMoment || polls >= SWEEP_POLLS_MAX) throw error;
      await Bun.sleep(SWEEP_POLL_MS);
    }
  }
}
