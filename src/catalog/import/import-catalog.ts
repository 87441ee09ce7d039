import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { FactsReader } from "../../audio/facts-store.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import { messageOf } from "../../lib/assert.ts";
import { type Clock, SECOND_MS } from "../../lib/clock.ts";
import { errorCode } from "../../lib/error-code.ts";
import type { Log } from "../../lib/log.ts";
import { storageFailureOf } from "../../lib/storage-failure.ts";
import { MEDIA_FOLDER, MediaStore } from "../../media/store/media-store.ts";
import { CatalogUnreadable } from "../catalog-unreadable.ts";
import {
  catalogDir,
  catalogPath,
  currentGeneration,
  type Generation,
  generationDir,
  indexPath,
} from "../generation.ts";
import type { ColumnMap } from "./dump/column-map.ts";
import { ImportFailure } from "./failure.ts";
import { findDumpFiles } from "./dump/find-dump-files.ts";
import { takeImportLockSoon } from "./import-lock.ts";
import { indexStaged } from "./staging/index-staged.ts";
import { ReportWriter } from "./report.ts";
import { selectAudio, type SelectedFiles } from "./dump/select-audio.ts";
import { stageDump, type StagedDump } from "./staging/stage-dump.ts";
import { fillStagingFolder, removeLeftovers, stagingFolder } from "./staging/staging-folder.ts";
import { finishStaging, openStaging } from "./staging/staging-db-store.ts";
import { sweepMedia } from "./media/sweep-media.ts";
import { switchTo } from "./staging/switch-generation.ts";
import { type MediaMode, MediaImporter } from "./media/media-importer.ts";
import { type ImportProgress, Tally } from "./tally.ts";
import type { ImportWarning } from "./warnings.ts";

export interface ImportOptions {
  readonly dataDir: string;
  /** Dump files and folders of them, relative to the working directory. */
  readonly paths: readonly string[];
  /** Retires songs that the dump no longer has. */
  readonly replace: boolean;
  /** Validates and counts everything, and leaves the catalog as it is. */
  readonly dryRun: boolean;
  /** How media come in. */
  readonly media: MediaMode;
  /** Which columns of CSV and TSV files hold which fields, besides those whose headers say so. */
  readonly map: ColumnMap;
  /** Gathers versions and stems of a song by their names, or as a sheet says; true when it is not given. */
  readonly families?: boolean;
  /** Where the report is written, as JSON Lines; null for none. */
  readonly reportPath: string | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly onProgress: ((progress: ImportProgress) => void) | null;
  /** Ends the import between two batches, leaving the former catalog; the call throws the signal's reason. */
  readonly signal: AbortSignal | null;
  readonly serviceDb: ServiceDb;
  /** It is the catalog that this program carries, whose files are rendered when they are asked for. */
  readonly isDemonstration?: boolean;
}

export interface ImportOutcome {
  /** Song lines that were good; one song may have had several. */
  readonly accepted: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly retired: number;
  /** Lines of any kind that were rejected. */
  readonly rejected: number;
  readonly warnings: readonly ImportWarning[];
  /** Sentences about how files were read. */
  readonly remarks: readonly string[];
  /** Songs that were gathered from several files, and those files. */
  readonly families: { readonly songs: number; readonly files: number };
  /** Paths to media that lead to no file; their records landed without them. */
  readonly missingMedia: number;
  /** The generation that is served now; null when there is no catalog yet. */
  readonly generation: number | null;
  /** The catalog's version: the current one, or for a dry run the one that would be. */
  readonly version: string | null;
  readonly seconds: number;
}

/**
 * Imports catalog dumps in named phases: read, check, stage, retire, index, switch, and a report beside them all.
 * A new generation is staged in a folder of its own, and one short transaction makes it the current one; until
 * then a crash, a signal or a refusal leaves the former catalog as it was. Throws ImportFailure when it cannot
 * be done at all.
 */
export async function importCatalog(options: ImportOptions): Promise<ImportOutcome> {
  options.signal?.throwIfAborted();
  const found = await selectAudio(await findDumpFiles(options.paths), options);
  await mkdir(catalogDir(options.dataDir), { recursive: true, mode: 0o700 });
  const holder = { pid: process.pid, role: "import", address: null, since: options.clock.now() };
  const lock = await takeImportLockSoon(options.dataDir, holder);
  try {
    const report = new ReportWriter(options.reportPath);
    try {
      return await importFiles(options, found, report);
    } finally {
      report.close();
    }
  } finally {
    lock.release();
  }
}

async function importFiles(options: ImportOptions, found: SelectedFiles, report: ReportWriter): Promise<ImportOutcome> {
  const { dataDir, clock, log, onProgress } = options;
  const bytesTotal = found.files.reduce((total, file) => total + file.sizeBytes, 0);
  const tally = new Tally({ report, log, clock, bytesTotal, onProgress });
  for (const { file, line, reason } of found.leftOut) tally.remark({ file, line }, reason);
  const current = currentGeneration(options.serviceDb);
  const number = (current?.number ?? 0) + 1;
  const folder = stagingFolder(dataDir, number);
  await removeLeftovers(dataDir, current);
  await new MediaStore(dataDir, "import").sweepTemporary();
  try {
    await fillStagingFolder(dataDir, folder, { current, replace: options.replace });
    const { staged, generation } = await makeGeneration(options, { found, tally, current, number, folder });
    tally.tell(true);
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
    // After the switch there is nothing there. A failure of this would hide how the import itself ended.
    await rm(folder, { recursive: true, force: true }).catch((error: unknown) => {
      log.warn({ reason: messageOf(error) }, "what was staged could not be removed; the next import tries again");
    });
  }
}

interface Making {
  readonly found: SelectedFiles;
  readonly tally: Tally;
  readonly current: Generation | null;
  readonly number: number;
  readonly folder: string;
}

/** The generation that is current afterwards: the former one when there is nothing new, or on a dry run. */
async function makeGeneration(
  options: ImportOptions,
  making: Making,
): Promise<{ staged: StagedDump; generation: Generation | null }> {
  const { current, number, folder } = making;
  const sqlite = openStaging(catalogPath(folder));
  let staged: StagedDump;
  try {
    staged = await stageDump(sqlite, {
      ...making,
      ...options,
      families: options.families ?? true,
      media: takerFor(options),
    });
    if (options.dryRun || !staged.isChanged) return { staged, generation: current };
    const onSongs = (songs: number): void => making.tally.indexed(songs, staged.songs);
    await indexStaged(sqlite, indexPath(folder), {
      signal: options.signal,
      facts: new FactsReader(options.serviceDb),
      onSongs,
    });
    finishStaging(sqlite);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    if (current !== null && storageFailureOf(error) === "damaged") {
      const path = catalogPath(generationDir(options.dataDir, current.number));
      throw new CatalogUnreadable(path, "the copy of the current catalog cannot be read", error);
    }
    throw new ImportFailure(`The new catalog cannot be written: ${messageOf(error)}`, { cause: error });
  } finally {
    sqlite.close();
  }
  const generation = { number, version: staged.version, songs: staged.songs };
  await switchTo(options, generation, folder);
  return { staged, generation };
}

/** What the catalog before the former one had of media. The import is done by then: a failure is for the next sweep. */
async function sweepAfter(options: ImportOptions): Promise<void> {
  if (!existsSync(join(options.dataDir, MEDIA_FOLDER))) return;
  try {
    const store = new MediaStore(options.dataDir, "import");
    await sweepMedia({ ...options, store, hasImportLock: true });
  } catch (error) {
    if (options.signal?.aborted === true) return;
    options.log.warn({ reason: messageOf(error) }, "media could not be swept; the server, or the next import, does it");
  }
}

function takerFor({ dataDir, media, serviceDb, dryRun, signal }: ImportOptions): MediaImporter {
  return new MediaImporter({ mode: media, store: new MediaStore(dataDir, "import"), serviceDb, dryRun, signal });
}

function isSqliteError(error: unknown): boolean {
  return errorCode(error)?.startsWith("SQLITE_") === true;
}
