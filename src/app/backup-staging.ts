import { type Stats, existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { PARTIAL_SUFFIX } from "../db/backup.ts";
import { acquireLock, describeHolder, type HeldLock, type LockHolder } from "../db/lock.ts";
import { syncPath } from "../lib/sync-path.ts";

/** Held for moments: while a staging folder is made, and while those of dead processes are removed. */
export const BACKUP_LOCK_FILE = "backup.lock";
const STAGING_PREFIX = ".backup-";
/** As mkdtemp names a folder. Other files and folders belong to the operator. */
const STAGING_NAME = /^\.backup-[A-Za-z0-9]{6}$/;
/** In a staging folder: held by its process for as long as it works on it. */
const STAGING_LOCK = "lock";
/** In a staging folder: the half file that its process writes, wherever the backup goes. */
const RECORD = "partial.json";

const POLL_MS = 20;
const POLLS_MAX = 250;

const PartialRecord = Type.Object({
  path: Type.String(),
  /** Of the folder that the file is in: where another disk is mounted now, the file is out of sight. */
  device: Type.String({ pattern: "^\\d+$" }),
});
type PartialRecord = Static<typeof PartialRecord>;

export interface BackupStaging {
  readonly folder: string;
  /** Notes the half file that is about to be made, so that the next start can remove it. */
  recordPartial(path: string): Promise<void>;
  remove(): Promise<void>;
}

/** Removes the leftovers of backups that were killed, and makes a folder for a new one. */
export async function openBackupStaging(dataDir: string, holder: LockHolder): Promise<BackupStaging> {
  const mutex = await takeSoon(join(dataDir, BACKUP_LOCK_FILE), holder);
  if (mutex.kind === "held") {
    throw new Error(`Another backup of ${dataDir} begins or ends: ${describeHolder(mutex.holder)}. Try again.`);
  }
  try {
    await sweepStagings(dataDir, holder);
    const folder = await mkdtemp(join(dataDir, STAGING_PREFIX));
    const lock = acquireLock(join(folder, STAGING_LOCK), holder);
    if (lock.kind === "held") throw new Error(`The new folder ${folder} is locked already.`);
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

/** Removes the leftovers of backups that were killed; those that still run are left alone. */
export async function sweepBackups(dataDir: string, holder: LockHolder): Promise<void> {
  const mutex = await takeSoon(join(dataDir, BACKUP_LOCK_FILE), holder);
  // Somebody else is about to do it.
  if (mutex.kind === "held") return;
  try {
    await sweepStagings(dataDir, holder);
  } finally {
    mutex.release();
  }
}

/** Staging folders that no process works on. Changes nothing but locks. */
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

/** `held` by a living process; null for a folder without a lock, which an earlier version left. */
function lockOf(folder: string, holder: LockHolder): HeldLock | "held" | null {
  const path = join(folder, STAGING_LOCK);
  if (!existsSync(path)) return null;
  const lock = acquireLock(path, holder);
  return lock.kind === "held" ? "held" : lock;
}

/** Whether the half file is gone. False where its disk is not there now: a later sweep tries again. */
async function removePartial(folder: string): Promise<boolean> {
  const noted = await readRecord(folder);
  if (noted === null) return true;
  const { path, device } = noted;
  const parent = await statOrNull(dirname(path));
  if (parent === null || String(parent.dev) !== device) return false;
  try {
    await rm(path, { force: true });
    return true;
  } catch {
    // Its folder may not be written now; the record stays, and `doctor` names it.
    return false;
  }
}

async function removeAllButRecord(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== RECORD) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Through a power cut too: the half file must never be there without it. */
async function record(folder: string, path: string): Promise<void> {
  const { dev } = await stat(dirname(path));
  const noted: PartialRecord = { path, device: String(dev) };
  await writeFile(join(folder, RECORD), JSON.stringify(noted), { mode: 0o600 });
  await syncPath(join(folder, RECORD));
  await syncPath(folder);
}

/** Null where nothing was recorded, or nothing that a backup writes. */
async function readRecord(folder: string): Promise<PartialRecord | null> {
  try {
    const noted: unknown = JSON.parse(await readFile(join(folder, RECORD), "utf8"));
    return Value.Check(PartialRecord, noted) && basename(noted.path).endsWith(PARTIAL_SUFFIX) ? noted : null;
  } catch {
    return null;
  }
}

async function statOrNull(path: string): Promise<Stats | null> {
  return await stat(path).catch(() => null);
}

async function stagingNames(dataDir: string): Promise<readonly string[]> {
  const entries = await readdir(dataDir, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && STAGING_NAME.test(entry.name)).map(({ name }) => name);
}

/** Waits up to 5 s for a lock that is held for moments. */
async function takeSoon(path: string, holder: LockHolder): Promise<ReturnType<typeof acquireLock>> {
  for (let polls = 0; ; polls++) {
    const lock = acquireLock(path, holder);
    if (lock.kind === "acquired" || polls >= POLLS_MAX) return lock;
    await Bun.sleep(POLL_MS);
  }
}
