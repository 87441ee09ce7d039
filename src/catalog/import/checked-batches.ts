import { type CheckedRecord, RecordFault } from "./checked-record.ts";
import { type CheckRecord, recordCheck } from "./check-record.ts";
import type { ColumnMap } from "./column-map.ts";
import type { DumpFile } from "./find-dump-files.ts";
import { MediaLocator, mediaPathsOf, withoutMissing } from "./locate-media.ts";
import { type DumpLine, readDump } from "./read-dump.ts";
import type { Origin, PlacedRecord } from "./staging.ts";

/** Records staged together. */
const BATCH_RECORDS = 1_000;

/** What hears of records on their way; a second pass over the same lines passes one that is deaf. */
export interface RecordEvents {
  /** `songId` is that of the song the record was about, where it can be told. */
  reject(origin: Origin, field: string, reason: string, songId: string | null): void;
  warn(message: string, origin: Origin): void;
  readBytes(count: number): void;
  /** The columns of a CSV or TSV file, normalized. */
  readHeader(columns: readonly string[]): void;
}

export interface BatchReading {
  readonly map: ColumnMap;
  readonly events: RecordEvents;
  readonly signal: AbortSignal | null;
  /** See RecordPlace. */
  readonly allowsSound: boolean;
  /** Only these lines are taken; null takes all. */
  readonly only: ((origin: Origin) => boolean) | null;
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
  for (const file of files) {
    for await (const lines of readDump(file, { map: reading.map, onBytes, onHeader })) {
      for (const line of lines) {
        const placed = take(line, file, check, reading);
        if (placed !== null) batch.push(placed);
      }
      if (batch.length < BATCH_RECORDS) continue;
      yield await locate(batch, locator, reading.events);
      batch = [];
      reading.signal?.throwIfAborted();
    }
  }
  yield await locate(batch, locator, reading.events);
}

function take(line: DumpLine, file: DumpFile, check: CheckRecord, reading: BatchReading): PlacedRecord | null {
  const origin = { file: file.name, line: line.line };
  if (reading.only?.(origin) === false) return null;
  const { events } = reading;
  if (line.kind === "fault") {
    events.reject(origin, line.field, line.reason, null);
    return null;
  }
  const warn = (message: string): void => events.warn(message, origin);
  try {
    return {
      origin,
      record: check(line.value, { folder: file.folder, allowsSound: reading.allowsSound, warn }),
      missing: [],
    };
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

/** Looks for the media of a whole batch at once. Most dumps name none, and then nothing is waited for. */
async function locate(
  batch: readonly PlacedRecord[],
  locator: MediaLocator,
  events: RecordEvents,
): Promise<readonly PlacedRecord[]> {
  const paths = batch.flatMap(({ record }) => mediaPathsOf(record));
  if (paths.length === 0) return batch;
  const findings = await locator.locate(paths);
  return batch.flatMap(({ origin, record }) => {
    const found = mediaPathsOf(record).map((path) => ({ path, finding: findings.get(path) }));
    for (const { path, finding } of found) {
      if (finding?.kind !== "refused") continue;
      events.reject(origin, path.field, finding.reason, songIdOf(record));
      return [];
    }
    const missing = found.flatMap(({ path, finding }) =>
      finding?.kind === "missing" ? { field: path.field, reason: finding.reason } : [],
    );
    return [{ origin, record: withoutMissing(record, (path) => findings.get(path)?.kind === "missing"), missing }];
  });
}

function songIdOf(record: CheckedRecord): string | null {
  return record.kind === "song" ? record.song.id : null;
}
