import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { PARTIAL_SUFFIX } from "../db/backup.ts";
import { acquireLock, describeHolder, type HeldLock, type LockHolder } from "../db/lock.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { syncPath } from "../lib/sync-path.ts";

/** Held briefly, while a staging folder is created and leftover ones are removed. */
export const BACKUP_LOCK_FILE = "backup.lock";
const STAGING_PREFIX = ".backup-";
/** The names that mkdtemp gives. Other files and folders belong to the operator. */
const STAGING_NAME = /^\.backup-[A-Za-z0-9]{6}$/;
/** A lock in a staging folder that its process holds until it ends. */
const STAGING_LOCK = "lock";
/** A file in a staging folder that names the unfinished backup, which can be anywhere. */
const RECORD = "partial.json";

const POLL_MS = 20;
const POLLS_MAX = 250;

const PartialRecord = Type.Object({
  path: Type.String(),
  /** Device of the file's folder. If another disk is mounted there, the file cannot be found. */
  device: Type.String({ pattern: "^\\d+$" }),
});
type PartialRecord = Static<typeof PartialRecord>;

export interface BackupStaging {
  readonly folder: string;
  /** Records the path of the unfinished backup before it is created, so that the next start can remove it. */
  recordPartial(path: string): Promise<void>;
  remove(): Promise<void>;
}

/** Removes leftovers of interrupted backups, and creates a staging folder for a new one. */
export async function openBackupStaging(dataDir: string, holder: LockHolder): Promise<BackupStaging> {
  const mutex = await takeSoon(join(dataDir, BACKUP_LOCK_FILE), holder);
  if (mutex.kind === "held") {
    throw new Error(
      `Another backup of ${dataDir} is starting or being removed: ${describeHolder(mutex.holder)}. Try again.`,
    );
  }
  try {
    await sweepStagings(dataDir, holder);
    const folder = await mkdtemp(join(dataDir, STAGING_PREFIX));
    const lock = acquireLock(join(folder, STAGING_LOCK), holder);
    if (lock.kind === "held") throw new Error(`The new folder ${folder} is already locked.`);
    return {
      folder,
      recordPartial: (path) => record(folder, path),
      remove: async () => {
        lock.release();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } finally {
    mutex.release();
  }
}

/** Removes leftovers of interrupted backups. Running backups are not touched. */
export async function sweepBackups(dataDir: string, holder: LockHolder): Promise<void> {
  const mutex = await takeSoon(join(dataDir, BACKUP_LOCK_FILE), holder);
  // Another process is removing them.
  if (mutex.kind === "held") return;
  try {
    await sweepStagings(dataDir, holder);
  } finally {
    mutex.release();
  }
}

/** Returns staging folders that no process holds. Changes nothing except locks. */
export async function abandonedStagings(dataDir: string, holder: LockHolder): Promise<readonly string[]> {
  const abandoned: string[] = [];
  for (const name of await stagingNames(dataDir)) {
    const lock = lockOf(join(dataDir, name), holder);
    if (lock === "held") continue;
    lock?.release();
    abandoned.push(name);
  }
  return abandoned;
}

async function sweepStagings(dataDir: string, holder: LockHolder): Promise<void> {
  for (const name of await stagingNames(dataDir)) {
    const folder = join(dataDir, name);
    const lock = lockOf(folder, holder);
    if (lock === "held") continue;
    const isRemoved = await removePartial(folder);
    lock?.release();
    if (isRemoved) await rm(folder, { recursive: true, force: true });
    else await removeAllButRecord(folder);
  }
}

/** Takes the lock of a staging folder. Returns `held` if a process has it, and null without a lock (earlier versions). */
function lockOf(folder: string, holder: LockHolder): HeldLock | "held" | null {
  const path = join(folder, STAGING_LOCK);
  if (!existsSync(path)) return null;
  const lock = acquireLock(path, holder);
  return lock.kind === "held" ? "held" : lock;
}

/** Removes the unfinished backup. Returns false if its disk is not mounted or not writable; a later sweep retries. */
async function removePartial(folder: string): Promise<boolean> {
  const partial = await readRecord(folder);
  if (partial === null) return true;
  const { path, device } = partial;
  const parent = await stat(dirname(path)).catch(() => null);
  if (parent === null || String(parent.dev) !== device) return false;
  try {
    await rm(path, { force: true });
    return true;
  } catch {
    // The folder is not writable. The record remains, and `doctor` names it.
    return false;
  }
}

async function removeAllButRecord(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== RECORD) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Writes the record and syncs it, so that even a power cut leaves no unfinished backup without a record. */
async function record(folder: string, path: string): Promise<void> {
  const { dev } = await stat(dirname(path));
  const partial: PartialRecord = { path, device: String(dev) };
  await writeFile(join(folder, RECORD), JSON.stringify(partial), { mode: 0o600 });
  await syncPath(join(folder, RECORD));
  await syncPath(folder);
}

/** Reads the record. Returns null if it is missing, or if it does not name an unfinished backup. */
async function readRecord(folder: string): Promise<PartialRecord | null> {
  const text = await readFile(join(folder, RECORD), "utf8").catch(() => "");
  const partial = parseChecked(PartialRecord, text);
  return partial !== null && basename(partial.path).endsWith(PARTIAL_SUFFIX) ? partial : null;
}

async function stagingNames(dataDir: string): Promise<readonly string[]> {
  const entries = await readdir(dataDir, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && STAGING_NAME.test(entry.name)).map(({ name }) => name);
}

/** Waits up to 5 s for a lock that is held briefly. */
async function takeSoon(path: string, holder: LockHolder): Promise<ReturnType<typeof acquireLock>> {
  for (let polls = 0; ; polls++) {
    const lock = acquireLock(path, holder);
    if (lock.kind === "acquired" || polls >= POLLS_MAX) return lock;
    await Bun.sleep(POLL_MS);
  }
}
