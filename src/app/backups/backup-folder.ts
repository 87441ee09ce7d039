import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { CLOCK_SLACK_MS } from "../../lib/clock.ts";
import { hasErrorCode } from "../../lib/error-code.ts";

/** `needledrop-20261123T180000Z.tar`. */
const BACKUP_NAME = /^needledrop-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/;
const OWNER_FILE = "needledrop-backups.txt";

/** Another data folder writes its backups here. Removing old backups would remove those of the other. */
class BackupFolderTaken extends Error {
  constructor(folder: string, owner: string) {
    super(
      `${folder} contains the backups of ${owner}. Set BACKUP_DIR to another folder, or delete ${OWNER_FILE} in it if that data folder was moved here.`,
    );
    this.name = "BackupFolderTaken";
  }
}

export interface ScheduledBackup {
  readonly path: string;
  readonly at: number;
}

/** Returns the path of a backup that is made at `now`. */
export function backupPath(folder: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, "");
  return join(folder, `needledrop-${stamp}.tar`);
}

/** Returns the scheduled backups of a folder, the newest first. Other files are ignored. Empty if there is no folder. */
export function scheduledBackups(folder: string): readonly ScheduledBackup[] {
  return namesIn(folder)
    .flatMap((name) => {
      const at = timeOf(name);
      return at === null ? [] : [{ path: join(folder, name), at }];
    })
    .toSorted((one, other) => other.at - one.at);
}

/** Returns the scheduled backups without those named in the future, which were made while the clock was ahead. */
export function pastBackups(folder: string, now: number): readonly ScheduledBackup[] {
  return scheduledBackups(folder).filter(({ at }) => at <= now + CLOCK_SLACK_MS);
}

/** Creates the folder, and marks it as that of a data folder. Throws BackupFolderTaken. */
export async function claimBackupFolder(folder: string, dataDir: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const marker = join(folder, OWNER_FILE);
  try {
    writeFileSync(marker, `${dataDir}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) throw error;
    const owner = readFileSync(marker, "utf8").trim();
    if (owner !== dataDir) throw new BackupFolderTaken(folder, owner);
  }
}

/**
 * Removes all but the newest `keep` scheduled backups up to the one at `written`, which is kept, and returns the removed
 * paths. Later ones were made while the clock was ahead and do not count.
 */
export function removeOldBackups(
  folder: string,
  { written, keep }: { written: string; keep: number },
): readonly string[] {
  const backups = scheduledBackups(folder);
  const newest = backups.findIndex(({ path }) => path === written);
  const old = newest < 0 ? [] : backups.slice(newest + keep).map(({ path }) => path);
  for (const path of old) rmSync(path, { force: true });
  return old;
}

function namesIn(folder: string): readonly string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : [];
}

function timeOf(name: string): number | null {
  const [, year, month, day, hours, minutes, seconds] = BACKUP_NAME.exec(name) ?? [];
  if (year === undefined) return null;
  const at = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at) ? null : at;
}
