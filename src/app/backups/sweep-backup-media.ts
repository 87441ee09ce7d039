import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseStoreFile, storeFileName } from "../../../schema/media-ref.ts";
import { MANIFEST_NAME } from "../../db/backup-manifest.ts";
import type { Clock } from "../../lib/clock.ts";
import { namesIn } from "../../lib/names-in.ts";
import { BackupMedia } from "./backup-media.ts";
import { type FileCount, FileCounter, sizeOfFile } from "./file-count.ts";
import { mediaListedIn } from "./media-list.ts";

/**
 * Removes media next to backups that no backup in the folder names, whatever the name of the backup, and that none has used for a
 * day. Returns what was removed. Throws BackupRefused, without removing anything, if one of the backups cannot be read.
 */
export async function sweepBackupMedia(folder: string, clock: Clock): Promise<FileCount> {
  const media = new BackupMedia(folder, clock);
  const removed = new FileCounter();
  if ((await stat(media.folder).catch(() => null)) === null) return removed.count;
  const named = await namedIn(folder);
  for (const shard of await namesIn(media.folder)) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue;
    for (const name of await namesIn(join(media.folder, shard))) {
      const path = join(media.folder, shard, name);
      // Files with other names belong to the operator.
      if (parseStoreFile(name)?.digest.startsWith(shard) !== true || named.has(name)) continue;
      if (!(await media.isUnused(path))) continue;
      const size = sizeOfFile(path);
      await rm(path, { force: true });
      if (size !== null) removed.add(size);
    }
  }
  await media.sweepTemporary();
  return removed.count;
}

/** Returns the file names of all media that the backups in a folder name. */
async function namedIn(folder: string): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() || !(await isBackup(path))) continue;
    for await (const { ref } of mediaListedIn(path)) named.add(storeFileName(ref));
  }
  return named;
}

/** Whether a file begins like a backup. It can also be an unfinished one, or a symbolic link to one. */
async function isBackup(path: string): Promise<boolean> {
  if (sizeOfFile(path) === null) return false;
  const file = await open(path, "r");
  try {
    const begin = Buffer.alloc(MANIFEST_NAME.length);
    await file.read(begin, 0, begin.length, 0);
    return begin.toString("latin1") === MANIFEST_NAME;
  } finally {
    await file.close();
  }
}
