import type { Database } from "bun:sqlite";
import type { Generation } from "../../generation.ts";
import { type BatchReading, checkedBatches } from "../check/checked-batches.ts";
import type { SongClaims, Unread } from "../../watch/song-claims.ts";
import { normalizeHeader } from "../dump/column-map.ts";
import { type DumpLine, repeatedNote } from "../dump-line.ts";
import { ImportFailure } from "../failure.ts";
import { mediaPathsOf } from "../media/locate-media.ts";
import type { SelectedFiles } from "../dump/select-audio.ts";
import type { IndexFeed } from "./index-feed.ts";
import { resolveMoves } from "./resolve-moves.ts";
import { StageStore } from "./stage-store.ts";
import type { Origin } from "./origin.ts";
import type { StagedCounts } from "./staged-counts.ts";
import { type DeferredSong, type SourcedRecord, Staging } from "./staging.ts";
import type { StagingEvents, TitledSong } from "./staging-events.ts";
import type { Tally } from "../tally.ts";
import { UnnamedAudio } from "./unnamed-audio.ts";
import { catalogVersion, countSongs, sideTablesDigest } from "./version-store.ts";

/** Retiring more than this share of the catalog is most likely a mistake, such as a partial export. */
const RETIRED_SHARE = 0.1;
/** Fewer songs never need a confirmation: in a catalog of five songs, one is more than a tenth. */
const RETIRED_FREE = 5;

/** A folder can contain many damaged files. */
const UNREAD_NAMED_MAX = 10;

export interface StagedDump {
  readonly counts: StagedCounts;
  /** Version of the staged catalog. */
  readonly version: string;
  readonly songs: number;
  /** Whether the staged catalog differs from the current one. */
  readonly isChanged: boolean;
}

export interface DumpStaging extends Omit<BatchReading, "only" | "events" | "skipsUnreadable"> {
  readonly found: SelectedFiles;
  readonly replace: boolean;
  /** Whether `replace` may retire more than a tenth of the songs. */
  readonly mayRetireMany: boolean;
  /** Returns the songs that an operator has taken down. The list can change during an import. */
  readonly removedSongIds: () => Promise<ReadonlySet<string>>;
  readonly claims: SongClaims;
  readonly current: Generation | null;
  readonly tally: Tally;
  /** Receives the staged songs; null if they are not indexed. */
  readonly feed: IndexFeed | null;
}

/** Reads, checks and stages the complete dump into the database of the new generation. */
export async function stageDump(sqlite: Database, dump: DumpStaging): Promise<StagedDump> {
  const { tally } = dump;
  const store = new StageStore(sqlite);
  const before = sideTablesDigest(sqlite);
  const events: StagingEvents = {
    reject: (origin, field, reason) => tally.rejectAccepted(origin, field, reason),
    missing: (origin, medium) => tally.missing(origin, medium),
    repeated: (song, earlier) => tally.note(song.origin, repeatedNote(song.origin.line, sentenceOf(song, earlier))),
    leftOut: ({ file, line }, field, reason) => {
      const effect = { as: "warning", summary: "an audio file that belongs to another song; left out" } as const;
      tally.note({ file, line }, { kind: "note", line, field, reason, effect });
    },
    contradicts: ({ file, line }, field, reason) => {
      const effect = {
        as: "warning",
        summary: "an artist or a playlist with several names; the last one counts",
      } as const;
      tally.note({ file, line }, { kind: "note", line, field, reason, effect });
    },
  };
  const staging = new Staging(store, events, dump.feed);

  const unread = await stageAll(staging, dump);
  tally.reportProgress(true);
  if (dump.replace) retireOthers(staging, dump, unread);
  staging.takeDown(await dump.claims.decide((songId) => staging.presenceOf(songId), unread));
  await stageDeferred(staging, store, dump);
  staging.takeDown(await dump.removedSongIds());

  dump.claims.addNew(staging.newSongIds());
  const counts = staging.counts();
  const broken = store.brokenReferences();
  if (broken > 0) throw new Error(`Invariant broken: the staged catalog has ${broken} dangling references`);
  store.finalize();
  const isChanged = counts.added + counts.updated + counts.retired > 0 || before !== sideTablesDigest(sqlite);
  const isKnown = !isChanged && dump.current !== null;
  const version = isKnown ? dump.current.version : catalogVersion(sqlite);
  const songs = countSongs(sqlite);
  dump.onStage?.("finish rows");
  return { counts, version, songs, isChanged };
}

/** Names both songs of an id: the earlier one is not in the catalog. */
function sentenceOf(song: TitledSong & { readonly id: string }, { origin, title }: TitledSong): string {
  const place = origin.line === 0 ? origin.file : `${origin.file}, line ${origin.line}`;
  const [id, first, last] = [song.id, title, song.title].map((text) => JSON.stringify(text));
  return `${place} has the song ${id} too, as ${first}; this one, ${last}, counts`;
}

async function stageAll(staging: Staging, dump: DumpStaging): Promise<Unread> {
  const { tally } = dump;
  const files: string[] = [];
  let records = 0;
  const unnamed = new UnnamedAudio(dump.found);
  const absentColumns = new Map(Array.from(dump.map.keys(), (column) => [normalizeHeader(column), column]));
  const reading: BatchReading = {
    ...dump,
    only: null,
    skipsUnreadable: skipsUnreadable(dump),
    events: {
      reject: (origin, field, reason, songId) => {
        tally.reject(origin, field, reason);
        if (songId === null) records++;
        else staging.retain(songId);
      },
      warn: (message, origin) => tally.warn(message, origin),
      note: (origin, note) => {
        if (note.effect.as === "folder") unnamed.addFolder(origin, note.effect.audio);
        else tally.note(origin, note);
      },
      unread: (reason) => {
        if (files.length < UNREAD_NAMED_MAX) files.push(reason);
      },
      readBytes: (count) => tally.readBytes(count),
      readHeader: (columns) => {
        for (const column of columns) absentColumns.delete(column);
      },
    },
  };
  const removed = await dump.removedSongIds();
  const isAllowed = ({ record, origin }: SourcedRecord): boolean => {
    if (record.kind !== "song" || !removed.has(record.song.id)) return true;
    tally.note(origin, removedNote(origin.line, record.song.id));
    return false;
  };
  for await (const batch of checkedBatches(dump.found.files, reading)) {
    tally.accept(batch);
    for (const { record } of batch) for (const { absolute } of mediaPathsOf(record)) unnamed.use(absolute);
    staging.stage(batch.filter(isAllowed));
    await dump.feed?.flush();
    tally.reportProgress();
    dump.onStage?.("rows");
  }
  unnamed.report(tally);
  // A missing column has no line, so the warning names the first line of the first file.
  const origin = { file: dump.found.files[0]?.name ?? "", line: 1 };
  for (const column of absentColumns.values())
    tally.warn(`the column map names ${JSON.stringify(column)}, but no file has this column`, origin);
  return { files, records };
}

/** An unreadable file fails the import if it is the only file, or with --replace, which would retire its songs. */
function skipsUnreadable({ found, replace }: DumpStaging): boolean {
  return (found.files.length > 1 || found.audioNearDumps.size > 0) && !replace;
}

function removedNote(line: number, songId: string): DumpLine & { readonly kind: "note" } {
  const reason = `the song ${JSON.stringify(songId)} was taken down with \`songs remove\`; \`songs restore\` lets imports bring it back`;
  const summary = "songs that were taken down with `songs remove` were skipped";
  return { kind: "note", line, field: "id", reason, effect: { as: "warning", summary } };
}

/** A dump without a valid song is treated as a mistake, not as a request to empty the catalog. */
function retireOthers(staging: Staging, dump: DumpStaging, { records }: Unread): void {
  if (dump.tally.songs === 0) {
    throw new ImportFailure("The dump has no song that can be imported, so --replace would empty the catalog.");
  }
  staging.retire();
  const { retired } = staging;
  const before = dump.current?.songs ?? 0;
  if (dump.mayRetireMany || retired === 0) return;
  if (records > 0) {
    throw new ImportFailure(
      `--replace would retire ${retired} of ${before} songs, but rejected records without a readable id (${records}) can be theirs, ` +
        "so nothing was changed. Correct these records (--report FILE names them), or add --yes; " +
        "--dry-run --yes shows all counts first.",
    );
  }
  if (retired < RETIRED_FREE || retired <= before * RETIRED_SHARE) return;
  throw new ImportFailure(
    `--replace would retire ${retired} of ${before} songs, more than a tenth, so nothing was changed. ` +
      "Check whether the dump is complete. If it is, add --yes; --dry-run --yes shows all counts first.",
  );
}

/**
 * Stages the songs that take over files from other songs. This needs the complete dump, so their lines are read a second
 * time: holding them would need unbounded memory, and most dumps have none.
 */
async function stageDeferred(staging: Staging, store: StageStore, dump: DumpStaging): Promise<void> {
  const deferred = staging.takeDeferred();
  if (deferred.length === 0) return;
  const moves = resolveMoves(deferred, store.ownersOf(deferred.flatMap((song) => song.fileIds)));
  for (const { song, fileId, ownerId } of moves.refused) {
    const field = `audio_files[${song.fileIds.indexOf(fileId)}].id`;
    dump.tally.rejectAccepted(song.origin, field, `the file already belongs to the song ${JSON.stringify(ownerId)}`);
  }
  staging.release(moves.accepted);
  const ignore = (): void => undefined;
  const reading: BatchReading = {
    ...dump,
    only: linesOf(moves.accepted),
    skipsUnreadable: skipsUnreadable(dump),
    events: { reject: ignore, warn: ignore, note: ignore, unread: ignore, readBytes: ignore, readHeader: ignore },
  };
  const names = new Set(moves.accepted.map((song) => song.origin.file));
  // The origin of a song from a folder of audio is one of its files; that of a song from a workbook can have a worksheet.
  const files = dump.found.files.filter((file) => names.has(file.name) || ["audio", "xlsx"].includes(file.format));
  for await (const batch of checkedBatches(files, reading)) {
    staging.stage(batch);
    await dump.feed?.flush();
  }
}

function linesOf(songs: readonly DeferredSong[]): (origin: Origin) => boolean {
  const lines = new Set(songs.map(({ origin }) => `${origin.line}\0${origin.file}`));
  return (origin) => lines.has(`${origin.line}\0${origin.file}`);
}
