import type { ImportProgress } from "../catalog/import/tally.ts";
import { SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Sink } from "./io.ts";

const LOGGED_EVERY_MS = 5 * SECOND_MS;
/** Return to the first column and clear the line. */
const CLEAR = "\r\u001B[K";

/** How an import tells how far it is. */
export interface ProgressDisplay {
  update(progress: ImportProgress): void;
  /** Takes a log line so that it does not run into the progress. */
  write(line: string): void;
  end(): void;
}

/** On a terminal one line that is written anew; a log line stands above it. */
export function progressLine(sink: Sink): ProgressDisplay {
  let shown = "";
  // A terminal that went away must not end an import.
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

/** Elsewhere a log line now and then. */
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

/** `12,345 records (41%), 23,456/s, 2 rejected, 3 s left`, and then `12,345 records, 2 rejected, building the index (60%)`. */
export function describeProgress(progress: ImportProgress): string {
  const { index, bytesRead, bytesTotal } = progress;
  const records = `${grouped(progress.records)} records`;
  const rejected = progress.rejected === 0 ? "" : `, ${grouped(progress.rejected)} rejected`;
  if (index !== null) return `${records}${rejected}${describeIndexing(index)}`;
  const percent = percentOf(bytesRead, bytesTotal);
  const left = secondsLeft(progress);
  // All is read, but moved files and retired songs are still to be settled.
  const rest = percent >= 100 ? ", settling" : left === null ? "" : `, ${left} s left`;
  return `${records} (${percent}%), ${grouped(rateOf(progress))}/s${rejected}${rest}`;
}

/** When it has every song, it is still to be packed and written. */
function describeIndexing({ songs, songsTotal }: NonNullable<ImportProgress["index"]>): string {
  return songs === songsTotal ? ", writing the index" : `, building the index (${percentOf(songs, songsTotal)}%)`;
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((100 * part) / whole);
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
