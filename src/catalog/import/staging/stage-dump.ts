import type { Database } from "bun:sqlite";
import type { Generation } from "../../generation.ts";
import { type BatchReading, checkedBatches } from "../check/checked-batches.ts";
import { normalizeHeader } from "../dump/column-map.ts";
import { repeatedNote } from "../dump-line.ts";
import { ImportFailure } from "../failure.ts";
import { mediaPathsOf } from "../media/locate-media.ts";
import type { SelectedFiles } from "../dump/select-audio.ts";
import { resolveMoves } from "./resolve-moves.ts";
import { StageStore } from "./stage-store.ts";
import { type DeferredSong, type Origin, type StagedCounts, Staging } from "./staging.ts";
import type { Tally } from "../tally.ts";
import { catalogVersion, countSongs, sideTablesDigest } from "./version-store.ts";

export interface StagedDump {
  readonly counts: StagedCounts;
  /** Of the catalog as it is staged. */
  readonly version: string;
  readonly songs: number;
  /** False when the dump says nothing that the catalog does not have. */
  readonly isChanged: boolean;
}

export interface DumpStaging extends Omit<BatchReading, "only" | "events" | "skipsUnreadable"> {
  readonly found: SelectedFiles;
  readonly replace: boolean;
  readonly current: Generation | null;
  readonly tally: Tally;
}

/** Reads, checks and stages the whole dump into the database of the generation to be. */
export async function stageDump(sqlite: Database, dump: DumpStaging): Promise<StagedDump> {
  const { tally } = dump;
  const store = new StageStore(sqlite);
  const before = sideTablesDigest(sqlite);
  const staging = new Staging(store, {
    reject: (origin, field, reason) => tally.rejectTaken(origin, field, reason),
    missing: (origin, medium) => tally.missing(origin, medium),
    repeated: (origin, songId) =>
      tally.note(
        origin,
        repeatedNote(origin.line, `another record of the song ${JSON.stringify(songId)} came before; this one counts`),
      ),
  });

  await stageAll(staging, dump);
  tally.tell(true);
  if (dump.replace) retireOthers(staging, dump);
  await stageDeferred(staging, store, dump);

  const counts = staging.counts();
  const broken = store.brokenReferences();
  if (broken > 0) throw new Error(`Invariant broken: ${broken} references of the staged catalog lead nowhere`);
  store.finalize();
  const isChanged = counts.added + counts.updated + counts.retired > 0 || before !== sideTablesDigest(sqlite);
  const isKnown = !isChanged && dump.current !== null;
  const version = isKnown ? dump.current.version : catalogVersion(sqlite);
  return { counts, version, songs: countSongs(sqlite), isChanged };
}

async function stageAll(staging: Staging, dump: DumpStaging): Promise<void> {
  const { tally } = dump;
  const absentColumns = new Map(Array.from(dump.map.keys(), (column) => [normalizeHeader(column), column]));
  const reading: BatchReading = {
    ...dump,
    only: null,
    skipsUnreadable: skipsUnreadable(dump),
    events: {
      reject: (origin, field, reason, songId) => {
        tally.reject(origin, field, reason);
        if (songId !== null) staging.keep(songId);
      },
      warn: (message, origin) => tally.warn(message, origin),
      note: (origin, note) => tally.note(origin, note),
      readBytes: (count) => tally.readBytes(count),
      readHeader: (columns) => {
        for (const column of columns) absentColumns.delete(column);
      },
    },
  };
  const beside = new Map(dump.found.beside);
  for await (const batch of checkedBatches(dump.found.files, reading)) {
    tally.take(batch);
    if (beside.size > 0) {
      for (const { record } of batch) for (const { absolute } of mediaPathsOf(record)) beside.delete(absolute);
    }
    staging.stage(batch);
    tally.tell();
  }
  tellUnnamed(tally, beside);
  // There is no line to name for what is nowhere; the first header is where it was looked for first.
  const origin = { file: dump.found.files[0]?.name ?? "", line: 1 };
  for (const column of absentColumns.values())
    tally.warn(`the column map names ${JSON.stringify(column)}, which no file has as a column`, origin);
}

/** Of one file alone, the import can only fail; and with --replace the songs of a sheet that is not read would go. */
function skipsUnreadable({ found, replace }: DumpStaging): boolean {
  return found.files.length > 1 && !replace;
}

/** Word of audio that is not read as such, because a dump lies beside or above it, and that the dump does not name. */
function tellUnnamed(tally: Tally, beside: ReadonlyMap<string, string>): void {
  for (const [folder, files] of Map.groupBy(beside, ([, found]) => found)) {
    const [which, them] = files.length === 1 ? ["file was", "it"] : ["files were", "them"];
    const reason = `${files.length} audio ${which} not read: a dump lies beside or above, and does not name ${them}`;
    tally.remark({ file: folder, line: 0 }, reason);
  }
}

/** A dump without a single good song is a mistake, and not a wish to have no catalog. */
function retireOthers(staging: Staging, dump: DumpStaging): void {
  if (dump.tally.songs === 0) {
    throw new ImportFailure("The dump has no song that can be imported, and --replace would empty the catalog.");
  }
  staging.retire();
}

/**
 * Stages the songs that take over files from others, now that it is known what these kept. Their lines are read
 * a second time: holding them would need memory without bound, and most dumps have none.
 */
async function stageDeferred(staging: Staging, store: StageStore, dump: DumpStaging): Promise<void> {
  const deferred = staging.takeDeferred();
  if (deferred.length === 0) return;
  const moves = resolveMoves(deferred, store.ownersOf(deferred.flatMap((song) => song.fileIds)));
  for (const { song, fileId, ownerId } of moves.refused) {
    const field = `audio_files[${song.fileIds.indexOf(fileId)}].id`;
    dump.tally.rejectTaken(song.origin, field, `the file belongs to the song ${JSON.stringify(ownerId)} already`);
  }
  staging.release(moves.accepted);
  const silent = (): void => undefined;
  const reading: BatchReading = {
    ...dump,
    only: linesOf(moves.accepted),
    skipsUnreadable: skipsUnreadable(dump),
    events: { reject: silent, warn: silent, note: silent, readBytes: silent, readHeader: silent },
  };
  const names = new Set(moves.accepted.map((song) => song.origin.file));
  // Songs of a folder of audio are placed in its files, which are not listed here.
  const files = dump.found.files.filter((file) => names.has(file.name) || file.format === "audio");
  for await (const batch of checkedBatches(files, reading)) staging.stage(batch);
}

function linesOf(songs: readonly DeferredSong[]): (origin: Origin) => boolean {
  const lines = new Set(songs.map(({ origin }) => `${origin.line}\0${origin.file}`));
  return (origin) => lines.has(`${origin.line}\0${origin.file}`);
}
