import { join } from "node:path";
import { takeImportLock } from "../catalog/import/import-lock.ts";
import { acquireLock, describeHolder, type HeldLock, type LockHolder } from "../db/lock.ts";

export const SERVER_LOCK_FILE = "server.lock";

/** Another process holds the server's lock of the data folder. */
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

/** Takes the lock that excludes every other server from the data folder. Throws ServerRunning. */
export function takeServerLock(dataDir: string, holder: LockHolder): HeldLock {
  const lock = acquireLock(join(dataDir, SERVER_LOCK_FILE), holder);
  if (lock.kind === "held") throw new ServerRunning(lock.holder);
  return lock;
}

/** Takes the locks of servers and imports. Returns the function that releases them. Throws ServerRunning and ImportRunning. */
export function takeDataLocks(dataDir: string, holder: LockHolder): () => void {
  const serverLock = takeServerLock(dataDir, holder);
  try {
    const importLock = takeImportLock(dataDir, holder);
    return () => {
      importLock.release();
      serverLock.release();
    };
  } catch (error) {
    serverLock.release();
    throw error;
  }
}
