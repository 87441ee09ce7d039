import type { AuditActor } from "../../schema/wire/audit.ts";
import { existsSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SERVER } from "../audit/audit-event.ts";
import { AuditTrail } from "../audit/audit-trail.ts";
import { lastEntryOf } from "../audit/store.ts";
import { UploadFolder } from "../assets/upload-folder.ts";
import {
  catalogDir,
  catalogPath,
  currentGeneration,
  generationDir,
  setCurrentGeneration,
} from "../catalog/generation.ts";
import { renumberObjects } from "../catalog/stored/objects-store.ts";
import { IMPORT_LOCK_FILE } from "../catalog/import/import-lock.ts";
import type { BackupManifest } from "../db/backup-manifest.ts";
import { integrityComplaints } from "../db/integrity.ts";
import { recogniseDatabase } from "../db/recognise-database.ts";
import { BackupRefused, readBackup, replaceDatabase } from "../db/restore.ts";
import { KNOWN_SCHEMA, schemaVersionOf } from "../db/schema-version.ts";
import { SqliteServiceDb } from "../db/sqlite-service-db.ts";
import { VECTORS_FILE, vectorsPath } from "../db/vectors-file.ts";
import type { Clock } from "../lib/clock.ts";
import type { OnProgress } from "../lib/on-progress.ts";
import { syncPath } from "../lib/sync-path.ts";
import { CACHE_FOLDER } from "../media/store/media-cache.ts";
import { GENERATED_FOLDER, MEDIA_FOLDER } from "../media/store/media-store.ts";
import { type FileCount, NO_FILES } from "./backups/file-count.ts";
import { mediaToRestore, restoreMedia } from "./backups/restore-media.ts";
import { BACKUP_LOCK_FILE } from "./backup-staging.ts";
import { noteRestoredStore } from "./claim-objects.ts";
import { SERVER_LOCK_FILE, takeDataLocks } from "./data-locks.ts";
import { checkBackup } from "./check-backup.ts";
import { DATABASE_FILE } from "./data-files.ts";
import { DatabaseForeign } from "./recognise-data.ts";
import { ADMIN_TOKEN_FILE } from "./secrets.ts";
import { RESTORE_STAGING_PREFIX } from "./sweep-leftovers.ts";

/** The folder that src/native/ unpacks to. */
const NATIVE_FOLDER = "native";

export interface Restore {
  readonly backup: string;
  readonly dataDir: string;
  /** Whether to replace the contents of the folder. */
  readonly force: boolean;
  readonly clock: Clock;
  /** Whether to copy the media of a backup with media into the data folder. */
  readonly withMedia?: boolean;
  /** Receives the bytes that were read: the backup is read twice, media once. */
  readonly onProgress?: OnProgress;
  /** Who restores, for the audit trail. */
  readonly actor?: AuditActor;
}

export interface RestoredBackup {
  readonly manifest: BackupManifest;
  /** The media that were copied into the data folder. */
  readonly media: FileCount;
}

/** The data folder has contents, and `force` is not set. */
export class DataFolderNotEmpty extends Error {
  constructor(dataDir: string) {
    super(`${dataDir} is not empty. Name an empty folder, or replace its contents with --force.`);
    this.name = "DataFolderNotEmpty";
  }
}

/**
 * Restores a data folder from a backup. It reads and checks the backup before it writes anything, unpacks it next to the old
 * data, and checks it again. Then one rename of the service database switches to the new data, so a crash at any time leaves
 * either the old or the new. Throws BackupRefused, DataFolderNotEmpty, DatabaseForeign, ServerRunning, ImportRunning.
 */
export async function restoreData({
  backup,
  dataDir,
  force,
  clock,
  onProgress,
  withMedia = true,
  actor = SERVER,
}: Restore): Promise<RestoredBackup> {
  const isNew = !existsSync(dataDir);
  if (!isNew && !force && !(await isEmpty(dataDir))) throw new DataFolderNotEmpty(dataDir);
  refuseForeignDatabase(dataDir);
  const manifest = await checkBackup(backup, (done, total) => onProgress?.(done, 2 * total));
  const lacking = withMedia ? await mediaToRestore({ backup, dataDir }) : NO_FILES;
  const size = statSync(backup).size;
  const report = (done: number): void => onProgress?.(size + done, 2 * size + lacking.bytes);

  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = takeDataLocks(dataDir, { pid: process.pid, role: "restore", address: null, since: clock.now() });
  let staging: string | null = null;
  try {
    await removeLeftovers(dataDir);
    // First, so that the restored catalog never names media that are still to come. They replace nothing.
    const media = lacking.files === 0 ? NO_FILES : await restoreMedia({ backup, dataDir }, report);
    staging = await mkdtemp(join(dataDir, RESTORE_STAGING_PREFIX));
    await readBackup(backup, staging, (done) => report(media.bytes + done));
    for (const file of manifest.files.filter(({ name }) => name.endsWith(".db"))) checkDatabase(staging, file.name);
    await moveCatalog(staging, dataDir, { clock, manifest });
    await recordRestore(join(staging, DATABASE_FILE), dataDir, { clock, actor, created: manifest.created_at });
    // A closed connection lives on until its statements are collected, and a connection to the moved file in this process would
    // share its locks under the former path: other processes would not see them.
    Bun.gc(true);
    await new UploadFolder(dataDir).noteRestore();
    await moveVectors(staging, dataDir);
    await replaceDatabase(join(staging, DATABASE_FILE), join(dataDir, DATABASE_FILE));
    if (existsSync(join(staging, ADMIN_TOKEN_FILE))) {
      await rename(join(staging, ADMIN_TOKEN_FILE), join(dataDir, ADMIN_TOKEN_FILE));
    }
    await syncPath(dataDir);
    return { manifest, media };
  } finally {
    if (staging !== null) await rm(staging, { recursive: true, force: true });
    unlock();
    if (isNew && !existsSync(join(dataDir, DATABASE_FILE))) await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Ignores lock files, which outlive their holders, leftovers of interrupted restores, and native parts, which come from the
 * program. Also ignores media, which operators can copy back before a restore, the files generated from them, and copies of objects.
 */
async function isEmpty(dataDir: string): Promise<boolean> {
  const ignored = new Set([NATIVE_FOLDER, MEDIA_FOLDER, GENERATED_FOLDER, CACHE_FOLDER]);
  const names = await readdir(dataDir);
  return names.every((name) => ignored.has(name) || name.startsWith(RESTORE_STAGING_PREFIX) || isLockFile(name));
}

/** Returns whether a name is that of a lock, of its journal, or of the description of its holder. */
function isLockFile(name: string): boolean {
  return [SERVER_LOCK_FILE, IMPORT_LOCK_FILE, BACKUP_LOCK_FILE].some(
    (lock) => name === lock || name.startsWith(`${lock}-`) || name.startsWith(`${lock}.json`),
  );
}

/** `--force` replaces a Needledrop database and an unrecognisably damaged one, but never that of another program. */
function refuseForeignDatabase(dataDir: string): void {
  const path = join(dataDir, DATABASE_FILE);
  const file = recogniseDatabase(path);
  if (file.kind === "foreign") throw new DatabaseForeign(path, file);
}

/** Removes leftovers of interrupted restores. The caller holds the locks, so no other restore is running. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(RESTORE_STAGING_PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

function checkDatabase(staging: string, name: string): void {
  const path = join(staging, name);
  const [complaint] = integrityComplaints(path);
  if (complaint !== undefined) throw new BackupRefused(`${name} in this backup is damaged: ${complaint}.`);
  const known = KNOWN_SCHEMA[name === DATABASE_FILE ? "service" : name === VECTORS_FILE ? "vectors" : "catalog"];
  const found = schemaVersionOf(path);
  if (found > known) {
    throw new BackupRefused(
      `${name} in this backup has schema ${found}, but this program knows ${known}. Restore it with the newer version.`,
    );
  }
}

/** Moves the catalog next to the existing ones, under a free number, and updates the pointer in the new database. */
async function moveCatalog(
  staging: string,
  dataDir: string,
  { clock, manifest }: { readonly clock: Clock; readonly manifest: BackupManifest },
): Promise<void> {
  const database = SqliteServiceDb.open(join(staging, DATABASE_FILE));
  try {
    const generation = await database.read(currentGeneration(database));
    if (generation === null) return;
    const from = generationDir(staging, generation.number);
    if (!existsSync(catalogPath(from)))
      throw new BackupRefused("This backup does not contain the catalog that its database names.");
    let number = generation.number;
    while (existsSync(generationDir(dataDir, number))) number += 1;
    const to = generationDir(dataDir, number);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await rename(from, to);
    await syncPath(catalogDir(dataDir));
    const digests = manifest.files.map(({ sha256 }) => sha256);
    await database.write(function* (tx) {
      yield* setCurrentGeneration(tx, { ...generation, number }, clock.now());
      yield* renumberObjects(tx, { from: generation.number, to: number, digests });
    });
  } finally {
    database.close();
  }
}

/**
 * Records the restore in the new database. The trail of a backup ends at its time: `replaced_seq` and `replaced_sha256` are the
 * last entry of the replaced trail, so that an auditor can tell from an earlier export what the restore has left out.
 */
async function recordRestore(
  path: string,
  dataDir: string,
  { clock, actor, created }: { readonly clock: Clock; readonly actor: AuditActor; readonly created: string },
): Promise<void> {
  const replaced = lastEntryOf(join(dataDir, DATABASE_FILE));
  const replacing = replaced === null ? {} : { replaced_seq: replaced.seq, replaced_sha256: replaced.sha256 };
  const db = SqliteServiceDb.open(path);
  try {
    const objects = { created_at: created, ...replacing };
    await new AuditTrail({ db, clock }).record({ actor, action: "backup.restored", objects });
    await db.write(noteRestoredStore);
  } finally {
    db.close();
  }
}

/**
 * Replaces the vectors of songs, if the backup has some; otherwise those in the folder stay. Both are found by the words of songs, so
 * either is right for any catalog.
 */
async function moveVectors(staging: string, dataDir: string): Promise<void> {
  if (!existsSync(vectorsPath(staging))) return;
  await mkdir(catalogDir(dataDir), { recursive: true, mode: 0o700 });
  await replaceDatabase(vectorsPath(staging), vectorsPath(dataDir));
  await syncPath(catalogDir(dataDir));
}
