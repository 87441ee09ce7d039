import type { ImportProgress } from "../catalog/import/tally.ts";
import { SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Sink } from "./io.ts";

const LOGGED_EVERY_MS = 5 * SECOND_MS;
/** Returns to the first column and clears the line. */
const CLEAR = "\r\u001B[K";

/** Shows the progress of an import. */
export interface ProgressDisplay {
  update(progress: ImportProgress): void;
  /** Writes a log line without mixing it with the progress line. */
  write(line: string): void;
  end(): void;
}

/** For a terminal: rewrites one line; log lines appear above it. */
export function progressLine(sink: Sink): ProgressDisplay {
  let shown = "";
  // A closed terminal must not end an import.
  const write = (text: string): void => void sink.write(text).catch(() => undefined);
  return {
    update: (progress) => {
      shown = describeProgress(progress).slice(0, Math.max(0, sink.columns - 1));
      write(CLEAR + shown);
    },
    write: (line) => write(CLEAR + line + shown),
    end: () => {
      shown = "";
      write(CLEAR);
    },
  };
}

/** For other outputs: logs the progress at intervals. */
export function progressLog(log: () => Log, output: { write(line: string): void }): ProgressDisplay {
  let loggedMs = 0;
  return {
    update: (progress) => {
      if (progress.elapsedMs - loggedMs < LOGGED_EVERY_MS) return;
      loggedMs = progress.elapsedMs;
      const { records, rejected, index } = progress;
      if (index !== null) {
        log().info({ records, rejected, indexed: index.songs, songs: index.songsTotal }, "building the index");
        return;
      }
      const figures = { records, rejected, per_second: rateOf(progress), seconds_left: secondsLeft(progress) };
      log().info(figures, "importing");
    },
    write: (line) => output.write(line),
    end: () => undefined,
  };
}

/** `12,345 records (41%), 23,456/s, 2 rejected, 3 s left`, then `12,345 records, 2 rejected, building the index (60%)`. */
export function describeProgress(progress: ImportProgress): string {
  const { index, bytesRead, bytesTotal } = progress;
  const records = `${grouped(progress.records)} records`;
  const rejected = progress.rejected === 0 ? "" : `, ${grouped(progress.rejected)} rejected`;
  if (index !== null) return `${records}${rejected}${describeIndexing(index)}`;
  const percent = percentOf(bytesRead, bytesTotal);
  const left = secondsLeft(progress);
  // All records are read, but moved files and retired songs are not yet written.
  const rest = percent >= 100 ? ", finishing" : left === null ? "" : `, ${left} s left`;
  return `${records} (${percent}%), ${grouped(rateOf(progress))}/s${rejected}${rest}`;
}

/** An index with all songs still has to be packed and written. */
function describeIndexing({ songs, songsTotal }: NonNullable<ImportProgress["index"]>): string {
  return songs === songsTotal ? ", writing the index" : `, building the index (${percentOf(songs, songsTotal)}%)`;
}

function percentOf(part: number, total: number): number {
  return total === 0 ? 100 : Math.floor((100 * part) / total);
}

function rateOf({ records, elapsedMs }: ImportProgress): number {
  return elapsedMs === 0 ? 0 : Math.round((records * SECOND_MS) / elapsedMs);
}

function secondsLeft({ bytesRead, bytesTotal, elapsedMs }: ImportProgress): number | null {
  if (bytesRead === 0) return null;
  return Math.ceil((elapsedMs * (bytesTotal - bytesRead)) / bytesRead / SECOND_MS);
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
