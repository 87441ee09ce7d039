import { copyFileSync, existsSync, linkSync, mkdirSync, rmSync, statSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { catalogPath, currentGeneration, generationDir, indexPath } from "../catalog/generation.ts";
import { type BackupMember, writeBackup } from "../db/backup.ts";
import { BACKUP_FORMAT, BACKUP_FORMAT_WITH_MEDIA, type BackupManifest, MANIFEST_NAME } from "../db/backup-manifest.ts";
import { readDatabaseFile } from "../db/database-file.ts";
import { schemaVersionOf } from "../db/schema-version.ts";
import { VectorsDb } from "../db/vectors-db.ts";
import { VECTORS_ADVICE, VECTORS_FILE, vectorsPath } from "../db/vectors-file.ts";
import { messageOf } from "../lib/assert.ts";
import { databaseFailureOf } from "../lib/storage-failure.ts";
import { FolderPlace } from "../media/store/folder-place.ts";
import { MEDIA_FOLDER } from "../media/store/media-store.ts";
import { backUpMedia, type MediaBackedUp } from "./backups/back-up-media.ts";
import { BackupMedia } from "./backups/backup-media.ts";
import { MEDIA_LIST } from "./backups/media-list.ts";
import { openBackupStaging } from "./backup-staging.ts";
import type { Core } from "./core.ts";
import { DATABASE_FILE } from "./data-files.ts";
import { ADMIN_TOKEN_FILE } from "./secrets.ts";
import type { OnProgress } from "../lib/on-progress.ts";
import { hasErrorCode } from "../lib/error-code.ts";

/** Attempts to stage the catalog. An import can replace it meanwhile, but hardly twice in a row. */
const ATTEMPTS_MAX = 3;

export interface BackupOptions {
  /** Whether to copy the media of the catalog next to the backup. */
  readonly withMedia?: boolean;
  readonly onProgress?: OnProgress;
}

export interface WrittenBackup {
  readonly manifest: BackupManifest;
  /** Null without media. */
  readonly media: MediaBackedUp | null;
}

/**
 * Backs up this data folder to one file for `restoreData`: the service database, the current catalog with its index, and the
 * admin token; with media, also the list of the catalog's media, which are copied next to the file. The backup is consistent while a
 * server runs. It contains no native parts, because every program contains them.
 */
export async function backUpData(
  core: Core,
  destination: string,
  program: string,
  { withMedia = false, onProgress = () => undefined }: BackupOptions = {},
): Promise<WrittenBackup> {
  const target = resolve(destination);
  await requireFolder(dirname(target));
  await refuseForeignFile(target);
  const holder = { pid: process.pid, role: "backup", address: null, since: core.clock.now() };
  const staging = await openBackupStaging(core.config.dataDir, holder);
  try {
    const staged = await stage(core, staging.folder);
    const catalog = staged.find((member) => member.name.endsWith("/catalog.db"));
    const media =
      withMedia && catalog !== undefined
        ? await stageMedia(core, { target, catalog: catalog.path, staging: staging.folder, onProgress })
        : null;
    const hasList = media !== null && media.listed.files > 0;
    const members = hasList ? [{ name: MEDIA_LIST, path: join(staging.folder, MEDIA_LIST) }, ...staged] : staged;
    const about = {
      format: hasList ? BACKUP_FORMAT_WITH_MEDIA : BACKUP_FORMAT,
      program,
      created_at: new Date(core.clock.now()).toISOString(),
      schema: {
        service: schemaVersionOf(join(staging.folder, DATABASE_FILE)),
        catalog: catalog === undefined ? null : schemaVersionOf(catalog.path),
      },
    };
    const copied = media?.copied.bytes ?? 0;
    const manifest = await writeBackup(target, members, about, {
      onPartial: (path) => staging.recordPartial(path),
      onProgress: (done, total) => onProgress(copied + done, copied + total),
    });
    return { manifest, media };
  } finally {
    await staging.remove();
  }
}

async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() !== true)
    throw new Error(`There is no folder ${path}. Create it, or name a file elsewhere.`);
}

/** Throws unless `path` is missing, empty or an earlier backup, so that a mistyped name destroys no other file. */
async function refuseForeignFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null) return;
  if (!found.isFile()) throw new Error(`${path} is not a file. Name a file for the backup.`);
  const begin = await Bun.file(path).slice(0, MANIFEST_NAME.length).text();
  if (begin !== "" && begin !== MANIFEST_NAME) {
    throw new Error(`${path} exists and is not a Needledrop backup. Name another file.`);
  }
}

/** The service database is no file of the data folder. */
class DatabaseElsewhere extends Error {
  constructor() {
    super("The service database is on PostgreSQL. Back it up with pg_dump; media and catalogs are in the store.");
    this.name = "DatabaseElsewhere";
  }
}

/** Snapshots the database to the staging folder, and links the other files to it. */
async function stage(core: Core, staging: string, attempt = 1): Promise<readonly BackupMember[]> {
  const { dataDir } = core.config;
  const database = join(staging, DATABASE_FILE);
  await rm(database, { force: true });
  if (core.database.engine === "postgres") throw new DatabaseElsewhere();
  core.database.snapshot(database);
  const vectors = stageVectors(dataDir, staging);
  const paths = [...catalogFiles(database, dataDir), join(dataDir, ADMIN_TOKEN_FILE)].filter(
    (path) => path.endsWith(".db") || existsSync(path),
  );
  try {
    const linked = paths.map((path) => {
      const name = relative(dataDir, path);
      linkOrCopy(path, join(staging, name));
      return { name, path: join(staging, name) };
    });
    return [{ name: DATABASE_FILE, path: database }, ...linked, ...vectors];
  } catch (error) {
    const isReplaced = hasErrorCode(error, "ENOENT");
    if (isReplaced && attempt < ATTEMPTS_MAX) return stage(core, staging, attempt + 1);
    throw error;
  }
}

/** Snapshots the vectors of songs to the staging folder. Empty if there are none. */
function stageVectors(dataDir: string, staging: string): readonly BackupMember[] {
  const path = vectorsPath(staging);
  rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let vectors: VectorsDb | null = null;
  try {
    vectors = VectorsDb.openKnown(vectorsPath(dataDir));
    if (vectors === null) return [];
    vectors.snapshot(path);
    return [{ name: VECTORS_FILE, path }];
  } catch (error) {
    if (databaseFailureOf(error) !== "damaged") throw error;
    throw new Error(`${vectorsPath(dataDir)} is damaged: ${messageOf(error)}. ${VECTORS_ADVICE}`, { cause: error });
  } finally {
    vectors?.close();
  }
}

interface MediaStaging {
  readonly target: string;
  readonly catalog: string;
  readonly staging: string;
  readonly onProgress: OnProgress;
}

/** Copies the media of the staged catalog next to the backup, and writes their list to the staging folder. */
async function stageMedia(
  { config, clock }: Core,
  { target, catalog, staging, onProgress }: MediaStaging,
): Promise<MediaBackedUp> {
  const folder = new FolderPlace(join(config.dataDir, MEDIA_FOLDER));
  // The catalog is most of what is written next, and everything is read twice.
  const next = 2 * statSync(catalog).size;
  return await backUpMedia({
    catalog,
    sourceOf: (ref) => folder.pathOf(ref),
    media: new BackupMedia(dirname(target), clock),
    list: join(staging, MEDIA_LIST),
    onProgress: (done, total) => onProgress(done, total + next),
  });
}

/** Returns the files of the generation that the snapshot points to, which may not be current any more. */
function catalogFiles(snapshot: string, dataDir: string): readonly string[] {
  const generation = readDatabaseFile(snapshot, currentGeneration);
  if (generation === null) return [];
  const folder = generationDir(dataDir, generation.number);
  return [catalogPath(folder), indexPath(folder)];
}

/** Adds a second name for a file that never changes, or copies it if the file system has no hard links. */
function linkOrCopy(path: string, as: string): void {
  mkdirSync(dirname(as), { recursive: true, mode: 0o700 });
  if (existsSync(as)) return;
  try {
    linkSync(path, as);
  } catch (error) {
    if (!existsSync(path)) throw error;
    copyFileSync(path, as);
  }
}
