import { existsSync, statSync } from "node:fs";
import { BACKUP_FORMAT_WITH_MEDIA, type BackupManifest } from "../db/backup-manifest.ts";
import { VECTORS_FILE } from "../db/vectors-file.ts";
import { BackupRefused, readBackup } from "../db/restore.ts";
import type { OnProgress } from "../lib/on-progress.ts";
import { MEDIA_LIST } from "./backups/media-list.ts";
import { DATABASE_FILE } from "./data-files.ts";
import { ADMIN_TOKEN_FILE } from "./secrets.ts";

/** The files that a backup may contain. A manifest can be forged. */
const KNOWN = new RegExp(
  `^(${MEDIA_LIST}|${DATABASE_FILE}|${ADMIN_TOKEN_FILE}|${VECTORS_FILE}|catalog/gen-\\d{6,}/(catalog\\.db|index\\.bin))$`,
);

/**
 * Reads a backup to its end and compares every file with the digests of the manifest. Writes nothing. Throws BackupRefused
 * for a file that this program cannot restore.
 */
export async function checkBackup(path: string, onProgress?: OnProgress): Promise<BackupManifest> {
  if (!existsSync(path) || !statSync(path).isFile()) throw new BackupRefused(`There is no file ${path}.`);
  const manifest = await readBackup(path, null, onProgress);
  refuseIncomplete(manifest);
  return manifest;
}

/** Throws unless the manifest names only files of a data folder, and the database among them. */
function refuseIncomplete({ format, files }: BackupManifest): void {
  const names = files.map((file) => file.name);
  const foreign = names.find((name) => !KNOWN.test(name));
  if (foreign !== undefined)
    throw new BackupRefused(`This backup contains ${foreign}, which does not belong in a data folder.`);
  const listAt = format === BACKUP_FORMAT_WITH_MEDIA ? 0 : -1;
  if (names.indexOf(MEDIA_LIST) !== listAt)
    throw new BackupRefused(`This backup of format ${format} does not have its ${MEDIA_LIST} where it belongs.`);
  if (!names.includes(DATABASE_FILE)) throw new BackupRefused(`This backup contains no ${DATABASE_FILE}.`);
}
