import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ServiceDb, Writing } from "../../db/service-db.ts";
import type { Work } from "../../db/work.ts";
import { messageOf } from "../../lib/assert.ts";
import { type Clock, SECOND_MS } from "../../lib/clock.ts";
import { errorCode } from "../../lib/error-code.ts";
import type { Log } from "../../lib/log.ts";
import { storageFailureOf } from "../../lib/storage-failure.ts";
import { GENERATED_FOLDER, MEDIA_FOLDER, MediaStore } from "../../media/store/media-store.ts";
import { CatalogUnreadable } from "../catalog-unreadable.ts";
import {
  catalogDir,
  catalogPath,
  currentGeneration,
  type Generation,
  generationDir,
  indexPath,
} from "../generation.ts";
import { fillMeasured } from "../measured-documents.ts";
import { removedSongIds } from "../removed-songs-store.ts";
import { ReleasedClaims } from "../watch/released-claims.ts";
import type { SongClaims } from "../watch/song-claims.ts";
import type { StoredCatalogs } from "../stored/stored-catalogs.ts";
import { ensureDatabase } from "./ensure-database.ts";
import type { ColumnMap } from "./dump/column-map.ts";
import { ImportFailure } from "./failure.ts";
import { OtherFolders } from "./audio/other-folders.ts";
import { SongFiles } from "./audio/song-files-store.ts";
import { songIdOf } from "./audio/song-of-files.ts";
import { findDumpFiles } from "./dump/find-dump-files.ts";
import { takeImportLockSoon } from "./import-lock.ts";
import { IndexFeed } from "./staging/index-feed.ts";
import { indexStaged } from "./staging/index-staged.ts";
import { ReportWriter } from "./report.ts";
import { selectAudio, type SelectedFiles } from "./dump/select-audio.ts";
import { stageDump, type StagedDump } from "./staging/stage-dump.ts";
import { fillStagingFolder, removeLeftovers, stagingFolder } from "./staging/staging-folder.ts";
import { finishStaging, openStaging } from "./staging/staging-db-store.ts";
import { sweepMedia } from "./media/sweep-media.ts";
import { publishGeneration } from "./staging/switch-generation.ts";
import { type MediaMode, MediaImporter } from "./media/media-importer.ts";
import { type ImportProgress, Tally } from "./tally.ts";
import type { OnStage } from "./stages.ts";
import type { ImportWarning } from "./warnings.ts";

export interface ImportOptions {
  readonly dataDir: string;
  /** Dump files and folders, relative to the working directory. */
  readonly paths: readonly string[];
  /** Whether to retire songs that are not in the dump. */
  readonly replace: boolean;
  /** Whether `replace` may retire more than a tenth of the songs. True by default; the command asks for `--yes`. */
  readonly mayRetireMany?: boolean;
  /** Whether to validate and count everything without changing the catalog. */
  readonly dryRun: boolean;
  /** How media are imported. */
  readonly media: MediaMode;
  /** Maps columns to fields, for tables whose headers do not name the fields. */
  readonly map: ColumnMap;
  /** Whether to group versions and stems of a song, by their names or as a sheet says. True by default. */
  readonly families?: boolean;
  /** File for the report, in JSON Lines; null for none. */
  readonly reportPath: string | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly onProgress: ((progress: ImportProgress) => void) | null;
  /** For measurements. */
  readonly onStage?: OnStage;
  /** Aborts the import between two batches. The previous catalog stays, and the call throws the signal's reason. */
  readonly signal: AbortSignal | null;
  readonly serviceDb: ServiceDb;
  /** Whether this is the built-in demonstration catalog, whose files are rendered on request. */
  readonly isDemonstration?: boolean;
  /** Set for a watched folder. By default, the import takes over the songs of watched folders. */
  readonly claims?: SongClaims;
  /** The store of the imported media; that of the data folder by default. */
  readonly store?: MediaStore;
  /** The store that gets a copy of each catalog; none by default. */
  readonly stored?: StoredCatalogs | null;
  /** Whether unreferenced media can be removed for their age. True by default. */
  readonly isClockTrusted?: () => Promise<boolean>;
  /** Called after everything was read. What it throws ends the import without a change. */
  readonly afterReading?: () => Promise<void>;
}

export interface ImportOutcome {
  /** Valid song lines. A song can have several. */
  readonly accepted: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly retired: number;
  /** Rejected lines of any kind. */
  readonly rejected: number;
  readonly warnings: readonly ImportWarning[];
  /** Messages about how files were read. */
  readonly remarks: readonly string[];
  /** Numbers of songs that were built from several files, and of these files. */
  readonly families: { readonly songs: number; readonly files: number };
  /** Media paths without a usable file. Their records were imported without them. */
  readonly missingMedia: number;
  /** Number of the current generation; null without a catalog. */
  readonly generation: number | null;
  /** Version of the current catalog. For a dry run: of the catalog that the import would create. */
  readonly version: string | null;
  readonly seconds: number;
}

/**
 * Imports catalog dumps in named phases: read, check, stage, retire, index and switch. The report is written throughout.
 * A new generation is staged in a separate folder, and one short transaction makes it the current one. Until then a
 * crash, a signal or a failure leaves the previous catalog unchanged. Throws ImportFailure.
 */
export async function importCatalog(options: ImportOptions): Promise<ImportOutcome> {
  options.signal?.throwIfAborted();
  const found = await selectAudio(await findDumpFiles(options.paths), options);
  await mkdir(catalogDir(options.dataDir), { recursive: true, mode: 0o700 });
  const role = options.claims === undefined ? "import" : "import of a watched folder";
  const holder = { pid: process.pid, role, address: null, since: options.clock.now() };
  const lock = await takeImportLockSoon(options, holder);
  try {
    const report = new ReportWriter(options.reportPath);
    try {
      return await importFiles(options, found, report);
    } finally {
      report.close();
    }
  } finally {
    await lock.release();
  }
}

async function importFiles(options: ImportOptions, found: SelectedFiles, report: ReportWriter): Promise<ImportOutcome> {
  const { dataDir, clock, log, onProgress, signal } = options;
  const bytesTotal = found.files.reduce((total, file) => total + file.sizeBytes, 0);
  const tally = new Tally({ report, log, clock, bytesTotal, onProgress });
  for (const { file, line, reason } of found.leftOut) tally.remark({ file, line }, reason);
  const current = await options.serviceDb.read(currentGeneration(options.serviceDb));
  const number = (current?.number ?? 0) + 1;
  const folder = stagingFolder(dataDir, number);
  await removeLeftovers(options, current);
  await storeOf(options).sweepTemporary();
  // --replace is the way out if the copy in the store is lost or damaged, too.
  if (current !== null && !options.replace) await ensureDatabase(options, current.number, signal);
  try {
    await fillStagingFolder(dataDir, folder, { current, replace: options.replace });
    options.onStage?.("prepare");
    const { staged, generation } = await buildGeneration(options, { found, tally, current, number, folder });
    tally.reportProgress(true);
    if (generation !== null && generation.number === number) await sweepAfter(options);
    return {
      ...staged.counts,
      accepted: tally.songs,
      rejected: tally.rejected,
      warnings: tally.warnings.list(),
      remarks: tally.remarks,
      families: tally.families,
      missingMedia: tally.missingMedia,
      generation: generation?.number ?? null,
      version: options.dryRun ? staged.version : (generation?.version ?? null),
      seconds: tally.elapsedMs() / SECOND_MS,
    };
  } finally {
    // After the switch the folder no longer exists. A failure here must not replace the import's own error.
    await rm(folder, { recursive: true, force: true }).catch((error: unknown) => {
      log.warn({ reason: messageOf(error) }, "the staging folder could not be removed; the next import retries");
    });
  }
}

interface GenerationBuild {
  readonly found: SelectedFiles;
  readonly tally: Tally;
  readonly current: Generation | null;
  readonly number: number;
  readonly folder: string;
}

/** Returns the generation that is current afterwards: the previous one if nothing changed or on a dry run. */
async function buildGeneration(
  options: ImportOptions,
  build: GenerationBuild,
): Promise<{ staged: StagedDump; generation: Generation | null }> {
  const { current, number, folder } = build;
  const { signal, claims = new ReleasedClaims(options.serviceDb) } = options;
  const sqlite = opened(() => openStaging(catalogPath(folder)), options.dataDir, current);
  const fill = fillMeasured(options.serviceDb);
  const feed = new IndexFeed({ fill, signal });
  const files = songFiles(options, current);
  let staged: StagedDump;
  try {
    staged = await stageDump(sqlite, {
      ...build,
      ...options,
      claims,
      families: options.families ?? true,
      otherFolders: new OtherFolders({ catalog: files, idOf: songIdOf, roots: audioRoots(build.found), signal }),
      mayRetireMany: options.mayRetireMany ?? true,
      removedSongIds: () => options.serviceDb.read(removedSongIds(options.serviceDb)),
      media: mediaImporter(options),
      feed: options.dryRun ? null : feed,
    });
    await options.afterReading?.();
    if (options.dryRun || !staged.isChanged) {
      if (!options.dryRun && claims.hasChanges()) await options.serviceDb.write((tx) => claims.write(tx));
      return { staged, generation: current };
    }
    const onSongs = (songs: number): void => build.tally.indexed(songs, staged.songs);
    await indexStaged(sqlite, indexPath(folder), {
      signal,
      fill,
      feed,
      version: staged.version,
      songs: staged.songs,
      onSongs,
      ...stageCallback(options),
    });
    finishStaging(sqlite);
  } catch (error) {
    throw explained(error, options.dataDir, current);
  } finally {
    feed.close();
    files?.close();
    sqlite.close();
  }
  const generation = { number, version: staged.version, songs: staged.songs };
  const { added, updated, retired } = staged.counts;
  const source = options.claims === undefined ? "import" : "watch";
  const change = { source, subject: options.paths.join(", "), added, updated, retired } as const;
  const alongside = (tx: Writing): Work<void> => claims.write(tx);
  await publishGeneration(options, generation, { folder, replaces: null, change, alongside, signal });
  options.onStage?.("switch");
  return { staged, generation };
}

/** Removes media that only removed generations used. The import has succeeded by then, so a failure is only logged. */
async function sweepAfter(options: ImportOptions): Promise<void> {
  const { dataDir } = options;
  // The server's sweep lists the objects of a store, which takes a minute for a million.
  if (options.store !== undefined || (await options.isClockTrusted?.()) === false) return;
  if (![MEDIA_FOLDER, GENERATED_FOLDER].some((folder) => existsSync(join(dataDir, folder)))) return;
  try {
    const store = storeOf(options);
    const generated = new MediaStore(dataDir, "import", { folder: GENERATED_FOLDER });
    await sweepMedia({ ...options, store, generated, hasImportLock: true });
  } catch (error) {
    if (options.signal?.aborted === true) return;
    options.log.warn(
      { reason: messageOf(error) },
      "unreferenced media could not be removed; the server or the next import retries",
    );
  }
}

/** The files of the current catalog; null if there is none, or --replace starts without it. */
function songFiles({ dataDir, serviceDb }: ImportOptions, current: Generation | null): SongFiles | null {
  const path = current === null ? null : catalogPath(generationDir(dataDir, current.number));
  return path === null || !existsSync(path) ? null : new SongFiles(path, serviceDb);
}

function audioRoots({ files }: SelectedFiles): string[] {
  return files.filter(({ format }) => format === "audio").map(({ path }) => path);
}

function mediaImporter(options: ImportOptions): MediaImporter {
  const { media, serviceDb, dryRun, signal } = options;
  return new MediaImporter({ mode: media, store: storeOf(options), serviceDb, dryRun, signal });
}

function storeOf({ store, dataDir }: Pick<ImportOptions, "store" | "dataDir">): MediaStore {
  return store ?? new MediaStore(dataDir, "import");
}

function stageCallback({ onStage }: ImportOptions): { readonly onStage?: OnStage } {
  return onStage === undefined ? {} : { onStage };
}

function opened<Opened>(open: () => Opened, dataDir: string, current: Generation | null): Opened {
  try {
    return open();
  } catch (error) {
    throw explained(error, dataDir, current);
  }
}

/** Returns what an error of the new catalog says of it, or of the current one that it is a copy of. */
function explained(error: unknown, dataDir: string, current: Generation | null): unknown {
  if (!isSqliteError(error)) return error;
  if (current !== null && storageFailureOf(error) === "damaged") {
    const path = catalogPath(generationDir(dataDir, current.number));
    return new CatalogUnreadable(path, "the copy of the current catalog cannot be read", error);
  }
  return new ImportFailure(`The new catalog cannot be written: ${messageOf(error)}`, { cause: error });
}

function isSqliteError(error: unknown): boolean {
  return errorCode(error)?.startsWith("SQLITE_") === true;
}
