import { join } from "node:path";
import { acquireLock, describeHolder, type HeldLock, type LockHolder } from "../../db/lock.ts";
import type { HeldName, ServiceDb } from "../../db/service-db.ts";
import type { Clock } from "../../lib/clock.ts";
import { ImportFailure } from "./failure.ts";

export const IMPORT_LOCK_FILE = "import.lock";
/** Role of a media sweep, which holds the lock only for one batch at a time. */
export const SWEEP_ROLE = "media sweep";
const SWEEP_POLL_MS = 20;
const SWEEP_POLLS_MAX = 250;
/** What an import holds among nodes, and what it shares with sweeps, which let it wait for one batch at most. */
const CHANGE_NAME = "change of the catalog";
const BATCH_NAME = "import or sweep";

/** Another process holds the import lock: an import, or a command that changes the catalog. */
export class ImportRunning extends ImportFailure {
  readonly holder: LockHolder | null;

  constructor(holder: LockHolder | null, where: "this data folder" | "another node" = "this data folder") {
    const since = holder === null ? "" : ` since ${new Date(holder.since).toISOString()}`;
    super(
      where === "another node"
        ? "Another import is running on another node. Wait for it to end."
        : `Another import into this data folder is running: ${describeHolder(holder)}${since}. Wait for it to end.`,
    );
    this.name = "ImportRunning";
    this.holder = holder;
  }
}

export interface ImportLockParts {
  readonly dataDir: string;
  readonly serviceDb: ServiceDb;
}

/** The import lock of all nodes. If a node loses its database, another one can take it: the switch of the catalog notices that. */
export interface ImportLock {
  release(): Promise<void>;
}

/** Excludes other imports into this data folder until it is released: two imports would both build on the same catalog. Throws ImportRunning. */
export function takeImportLock(dataDir: string, holder: LockHolder): HeldLock {
  const lock = acquireLock(join(dataDir, IMPORT_LOCK_FILE), holder);
  if (lock.kind === "held") throw new ImportRunning(lock.holder);
  return lock;
}

/** Excludes other imports on all nodes. Waits at most 5 s for a sweep to finish its batch. Throws ImportRunning. */
export async function takeImportLockSoon(
  { dataDir, serviceDb }: ImportLockParts,
  holder: LockHolder,
): Promise<ImportLock> {
  const folder = await takeFolderLockSoon(dataDir, holder);
  const names: HeldName[] = [];
  const release = async (): Promise<void> => {
    for (const name of names.splice(0)) await name.release();
    folder.release();
  };
  try {
    for (const take of [() => serviceDb.hold(CHANGE_NAME), () => holdBatchSoon(serviceDb)]) {
      const name = await take();
      if (name === null) throw new ImportRunning(null, "another node");
      names.push(name);
    }
    return { release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Takes the import lock for one batch of a sweep; null while an import runs. An import that starts in the meantime waits for it. */
export async function lockUnlessImporting({
  dataDir,
  serviceDb,
  clock,
}: ImportLockParts & { readonly clock: Clock }): Promise<ImportLock | null> {
  const holder = { pid: process.pid, role: SWEEP_ROLE, address: null, since: clock.now() };
  const folder = acquireLock(join(dataDir, IMPORT_LOCK_FILE), holder);
  if (folder.kind === "held") return null;
  let batch: HeldName | null = null;
  try {
    batch = await serviceDb.hold(BATCH_NAME);
  } finally {
    if (batch === null) folder.release();
  }
  if (batch === null) return null;
  const held = batch;
  return {
    release: async () => {
      await held.release();
      folder.release();
    },
  };
}

async function takeFolderLockSoon(dataDir: string, holder: LockHolder): Promise<HeldLock> {
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

async function holdBatchSoon(serviceDb: ServiceDb): Promise<HeldName | null> {
  for (let polls = 0; ; polls++) {
    const batch = await serviceDb.hold(BATCH_NAME);
    if (batch !== null || polls >= SWEEP_POLLS_MAX) return batch;
    await Bun.sleep(SWEEP_POLL_MS);
  }
}
