import { plainField } from "./check-text.ts";
import { checkThoroughly } from "./check-thoroughly.ts";
import type { CheckedRecord, MediaPath } from "./checked-record.ts";
import { type CheckRecord, recordCheck } from "./check-record.ts";
import type { ColumnMap } from "../dump/column-map.ts";
import type { DumpFile } from "../dump/find-dump-files.ts";
import { type MediaFinding, MediaLocator, mediaPathsOf, missing, withRefs } from "../media/locate-media.ts";
import type { DumpLine, NoteEffect } from "../dump-line.ts";
import { yieldToEventLoop } from "../../../lib/yield-to-event-loop.ts";
import { UnreadableTable } from "../failure.ts";
import { type DumpReading, readDump } from "../dump/read-dump.ts";
import type { Origin } from "../staging/origin.ts";
import type { OnStage } from "../stages.ts";
import type { SourcedRecord } from "../staging/staging.ts";
import type { MediaImporter } from "../media/media-importer.ts";

/** Records per batch. */
const BATCH_RECORDS = 1_000;
/** Media after which a batch ends early. Copying takes time, and progress is reported after each batch. */
const BATCH_MEDIA = 256;
/** Line number in messages about a complete file. */
const NO_LINE = 0;
const MEDIA_FIELD = /^(?:audio_files\[\d+\]\.(?:wav|mp3)|stems|artists\[\d+\]\.image)$/;

/** Receives events while records are read and checked. */
export interface RecordEvents {
  /** `songId` is the id of the song in the record: null if it is not known, "" if the record has an artist or a playlist. */
  reject(origin: Origin, field: string, reason: string, songId: string | null): void;
  warn(message: string, origin: Origin): void;
  /** Adds a line to the report without rejecting the record. */
  note(origin: Origin, note: DumpLine & { readonly kind: "note" }): void;
  /** A file, or the rest of it, cannot be read. */
  unread(reason: string): void;
  readBytes(count: number): void;
  /** Receives the normalized columns of each table. */
  readHeader(columns: readonly string[]): void;
}

export interface BatchReading {
  readonly map: ColumnMap;
  readonly families: boolean;
  readonly otherFolders: DumpReading["otherFolders"];
  readonly events: RecordEvents;
  readonly media: MediaImporter;
  readonly signal: AbortSignal | null;
  /** See RecordContext. */
  readonly isDemonstration?: boolean;
  /** Selects the lines to check; null selects all. */
  readonly only: ((origin: Origin) => boolean) | null;
  /** For measurements. */
  readonly onStage?: OnStage;
  /** Whether to report an unreadable spreadsheet and continue with the other files. If false, it fails the import. */
  readonly skipsUnreadable: boolean;
}

/** Yields the valid records of the files with the refs of their media, in order and in batches. */
export async function* checkedBatches(
  files: readonly DumpFile[],
  reading: BatchReading,
): AsyncGenerator<readonly SourcedRecord[]> {
  const check = recordCheck();
  const locator = new MediaLocator();
  const onBytes = (count: number): void => reading.events.readBytes(count);
  const onHeader = (columns: readonly string[]): void => reading.events.readHeader(columns);
  let batch: LenientRecord[] = [];
  let media = 0;
  for (const file of files) {
    for await (const lines of readableLines(file, { ...reading, onBytes, onHeader })) {
      reading.onStage?.("read");
      await yieldToEventLoop(reading.signal);
      for (const line of lines) {
        const sourced = checkLine(line, file, check, reading);
        if (sourced === null) continue;
        batch.push(sourced);
        media += mediaPathsOf(sourced.record).length;
        if (media < BATCH_MEDIA) continue;
        reading.onStage?.("check");
        yield await importMedia(batch, locator, reading);
        [batch, media] = [[], 0];
        reading.signal?.throwIfAborted();
      }
      reading.onStage?.("check");
      if (batch.length < BATCH_RECORDS) continue;
      yield await importMedia(batch, locator, reading);
      [batch, media] = [[], 0];
      reading.signal?.throwIfAborted();
    }
  }
  yield await importMedia(batch, locator, reading);
}

/** Yields the lines of a file. If a spreadsheet is damaged, a fault replaces the lines after the damage. */
async function* readableLines(
  file: DumpFile,
  reading: DumpReading & Pick<BatchReading, "skipsUnreadable" | "events">,
): AsyncGenerator<readonly DumpLine[]> {
  let records = 0;
  try {
    for await (const lines of readDump(file, reading)) {
      records += lines.filter((line) => line.kind === "value").length;
      yield lines;
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable) || !reading.skipsUnreadable) throw error;
    reading.events.unread(error.message);
    const before = records === 0 ? "" : `; ${records} records before the damage were read`;
    yield [{ kind: "fault", line: NO_LINE, field: "", reason: error.message + before }];
  }
}

function checkLine(line: DumpLine, file: DumpFile, check: CheckRecord, reading: BatchReading): LenientRecord | null {
  const origin = { file: line.file ?? file.name, line: line.line };
  if (reading.only?.(origin) === false) return null;
  const { events } = reading;
  if (line.kind === "fault") {
    events.reject(origin, line.field, line.reason, line.id ?? null);
    return null;
  }
  if (line.kind === "note") {
    events.note(origin, line);
    return null;
  }
  const isLenient = line.isLenient === true;
  const songId = idIn(line.value);
  const context = { folder: file.folder, isDemonstration: reading.isDemonstration === true, isLenient };
  const { record, faults, warnings, notes } = checkThoroughly(line.value, check, context);
  for (const message of warnings) events.warn(message, origin);
  if (record === null) {
    const [first, ...others] = faults;
    events.reject(origin, first?.field ?? "", first?.message ?? "", songId);
    for (const { field, message } of others) events.note(origin, detail(line.line, field, message));
    return null;
  }
  // Notes about a rejected record would be misleading.
  for (const one of notes) events.note(origin, { kind: "note", line: line.line, ...one });
  for (const { field, message } of faults) {
    events.note(origin, {
      kind: "note",
      line: line.line,
      field,
      reason: `${message}; left out`,
      effect: effectOf(field),
    });
  }
  return { origin, record, missing: [], isLenient };
}

/** A record with how its refused media are treated. */
interface LenientRecord extends SourcedRecord {
  readonly isLenient: boolean;
}

/** A path that cannot be used is a missing medium, which the exit status shows. */
function effectOf(field: string): NoteEffect {
  if (MEDIA_FIELD.test(field)) return { as: "missing" };
  return { as: "warning", summary: `a wrong ${plainField(field)}; left out` };
}

function detail(line: number, field: string, reason: string): DumpLine & { readonly kind: "note" } {
  return { kind: "note", line, field, reason, effect: { as: "detail" } };
}

function idIn(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  // A line with a title is a song, even if it also has an artist or a playlist.
  if (!("id" in value)) return !("title" in value) && ("artist" in value || "playlist" in value) ? "" : null;
  // The import rejects an id that is a number, but the catalog can have the song from a table.
  return typeof value.id === "string" || typeof value.id === "number" ? String(value.id).trim() || null : null;
}

/** Locates and imports the media of a batch, and rejects records whose paths are refused. */
async function importMedia(
  batch: readonly LenientRecord[],
  locator: MediaLocator,
  { events, media, onStage }: BatchReading,
): Promise<readonly SourcedRecord[]> {
  const paths = batch.flatMap(({ record }) => mediaPathsOf(record));
  if (paths.length === 0) return batch;
  const findings = await locator.locate(paths);
  const accepted = batch.filter(({ origin, record, isLenient }) => {
    const refused = isLenient ? null : findRefused(record, findings);
    if (refused !== null) events.reject(origin, refused.path.field, refused.reason, songIdOf(record));
    return refused === null;
  });
  // Media of rejected records are not stored.
  const present = accepted.flatMap(({ record }) =>
    mediaPathsOf(record).filter((path) => isPresent(findings.get(path))),
  );
  const imported = await media.import(present);
  onStage?.("media");
  const resultOf = (path: MediaPath): MediumResult => {
    const finding = findings.get(path);
    if (finding?.kind === "missing") return finding;
    if (finding?.kind === "refused") return missing(path, finding.reason);
    const result = imported.get(path.absolute);
    return result?.kind === "imported" ? result : missing(path, result?.reason ?? "it was not checked");
  };
  return accepted.map(({ origin, record, isLenient }) => {
    const results = mediaPathsOf(record).map((path) => ({ field: path.field, result: resultOf(path) }));
    return {
      origin,
      record: withRefs(record, (path) => refIn(resultOf(path))),
      isLenient,
      missing: results.flatMap(({ field, result }) =>
        result.kind === "missing" ? [{ field, reason: result.reason }] : [],
      ),
    };
  });
}

type MediumResult =
  | { readonly kind: "imported"; readonly ref: string }
  | { readonly kind: "missing"; readonly reason: string };

function refIn(result: MediumResult): string | null {
  return result.kind === "imported" ? result.ref : null;
}

function isPresent(finding: MediaFinding | undefined): boolean {
  return finding?.kind === "present";
}

function findRefused(
  record: CheckedRecord,
  findings: ReadonlyMap<MediaPath, MediaFinding>,
): { readonly path: MediaPath; readonly reason: string } | null {
  for (const path of mediaPathsOf(record)) {
    const finding = findings.get(path);
    if (finding?.kind === "refused") return { path, reason: finding.reason };
  }
  return null;
}

function songIdOf(record: CheckedRecord): string | null {
  return record.kind === "song" ? record.song.id : null;
}
