import { type CheckedRecord, type MediaPath, RecordFault } from "./checked-record.ts";
import { type CheckRecord, recordCheck } from "./check-record.ts";
import type { ColumnMap } from "../dump/column-map.ts";
import type { DumpFile } from "../dump/find-dump-files.ts";
import { type MediaFinding, MediaLocator, mediaPathsOf, missing, withRefs } from "../media/locate-media.ts";
import type { DumpLine } from "../dump-line.ts";
import { turn } from "../../../lib/turn.ts";
import { UnreadableTable } from "../failure.ts";
import { type DumpReading, readDump } from "../dump/read-dump.ts";
import type { Origin, PlacedRecord } from "../staging/staging.ts";
import type { MediaImporter } from "../media/media-importer.ts";

/** Records staged together. */
const BATCH_RECORDS = 1_000;
/** A batch with so many media ends earlier: they may have to be copied, and progress is told after each. */
const BATCH_MEDIA = 256;
/** The line of what concerns a file as a whole. */
const NO_LINE = 0;

/** What hears of records on their way; a second pass over the same lines passes one that is deaf. */
export interface RecordEvents {
  /** `songId` is that of the song the record was about, where it can be told. */
  reject(origin: Origin, field: string, reason: string, songId: string | null): void;
  warn(message: string, origin: Origin): void;
  /** Nothing is rejected, but the report tells of it. */
  note(origin: Origin, note: DumpLine & { readonly kind: "note" }): void;
  readBytes(count: number): void;
  /** The columns of a CSV or TSV file, normalized. */
  readHeader(columns: readonly string[]): void;
}

export interface BatchReading {
  readonly map: ColumnMap;
  readonly families: boolean;
  readonly events: RecordEvents;
  /** Brings the media in. */
  readonly media: MediaImporter;
  readonly signal: AbortSignal | null;
  /** See RecordPlace. */
  readonly isDemonstration?: boolean;
  /** Only these lines are taken; null takes all. */
  readonly only: ((origin: Origin) => boolean) | null;
  /** Reports a spreadsheet that cannot be read, and reads the other files. False ends the import with it. */
  readonly skipsUnreadable: boolean;
}

/** The records of the files that pass the checks, with the media that are there, in batches and in order. */
export async function* checkedBatches(
  files: readonly DumpFile[],
  reading: BatchReading,
): AsyncGenerator<readonly PlacedRecord[]> {
  const check = recordCheck();
  const locator = new MediaLocator();
  const onBytes = (count: number): void => reading.events.readBytes(count);
  const onHeader = (columns: readonly string[]): void => reading.events.readHeader(columns);
  let batch: PlacedRecord[] = [];
  let media = 0;
  for (const file of files) {
    for await (const lines of readableLines(file, { ...reading, onBytes, onHeader })) {
      await turn(reading.signal);
      for (const line of lines) {
        const placed = take(line, file, check, reading);
        if (placed === null) continue;
        batch.push(placed);
        media += mediaPathsOf(placed.record).length;
        if (media < BATCH_MEDIA) continue;
        yield await locate(batch, locator, reading);
        [batch, media] = [[], 0];
        reading.signal?.throwIfAborted();
      }
      if (batch.length < BATCH_RECORDS) continue;
      yield await locate(batch, locator, reading);
      [batch, media] = [[], 0];
      reading.signal?.throwIfAborted();
    }
  }
  yield await locate(batch, locator, reading);
}

/** The lines of a file; a fault in place of those that a spreadsheet has behind the place where it cannot be read. */
async function* readableLines(
  file: DumpFile,
  reading: DumpReading & Pick<BatchReading, "skipsUnreadable">,
): AsyncGenerator<readonly DumpLine[]> {
  let records = 0;
  try {
    for await (const lines of readDump(file, reading)) {
      records += lines.filter((line) => line.kind === "value").length;
      yield lines;
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable) || !reading.skipsUnreadable) throw error;
    const before = records === 0 ? "" : `; ${records} records before that were read`;
    yield [{ kind: "fault", line: NO_LINE, field: "", reason: error.message + before }];
  }
}

function take(line: DumpLine, file: DumpFile, check: CheckRecord, reading: BatchReading): PlacedRecord | null {
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
  const warn = (message: string): void => events.warn(message, origin);
  const notes: (DumpLine & { readonly kind: "note" })[] = [];
  const note = (field: string, reason: string, summary: string): void =>
    void notes.push({ kind: "note", line: line.line, field, reason, told: { as: "warning", summary } });
  const isDemonstration = reading.isDemonstration === true;
  const place = { folder: file.folder, isDemonstration, warn, note };
  try {
    const record = check(line.value, place);
    // Only of a record that lands: of a rejected one it does not matter.
    for (const one of notes) events.note(origin, one);
    return { origin, record, missing: [] };
  } catch (error) {
    if (!(error instanceof RecordFault)) throw error;
    events.reject(origin, error.field, error.message, idIn(line.value));
    return null;
  }
}

function idIn(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("id" in value)) return null;
  return typeof value.id === "string" ? value.id.trim() : null;
}

/** Looks for the media of a whole batch at once, and takes them in. Most dumps name none, and then nothing is waited for. */
async function locate(
  batch: readonly PlacedRecord[],
  locator: MediaLocator,
  { events, media }: BatchReading,
): Promise<readonly PlacedRecord[]> {
  const paths = batch.flatMap(({ record }) => mediaPathsOf(record));
  if (paths.length === 0) return batch;
  const findings = await locator.locate(paths);
  const good = batch.filter(({ origin, record }) => {
    const refused = findRefused(record, findings);
    if (refused !== null) events.reject(origin, refused.path.field, refused.reason, songIdOf(record));
    return refused === null;
  });
  // Nothing of a record that is rejected comes into the store.
  const present = good.flatMap(({ record }) => mediaPathsOf(record).filter((path) => isPresent(findings.get(path))));
  const taken = await media.take(present);
  const resultOf = (path: MediaPath): Located => {
    const finding = findings.get(path);
    if (finding?.kind === "missing") return finding;
    const result = taken.get(path.absolute);
    return result?.kind === "taken" ? result : missing(path, result?.reason ?? "it was not looked for");
  };
  return good.map(({ origin, record }) => {
    const results = mediaPathsOf(record).map((path) => ({ field: path.field, result: resultOf(path) }));
    return {
      origin,
      record: withRefs(record, (path) => refIn(resultOf(path))),
      missing: results.flatMap(({ field, result }) =>
        result.kind === "missing" ? [{ field, reason: result.reason }] : [],
      ),
    };
  });
}

type Located = { readonly kind: "taken"; readonly ref: string } | { readonly kind: "missing"; readonly reason: string };

function refIn(result: Located): string | null {
  return result.kind === "taken" ? result.ref : null;
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
