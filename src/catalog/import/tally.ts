import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { DumpLine } from "./dump-line.ts";
import type { ReportEntry, ReportWriter } from "./report.ts";
import type { Origin } from "./staging/origin.ts";
import type { SourcedRecord } from "./staging/staging.ts";
import type { MissingMedium } from "./staging/staging-events.ts";
import { shortened, Warnings } from "./warnings.ts";

/** Progress of an import. Bytes are counted as stored on the disk, which can be compressed. */
export interface ImportProgress {
  /** Lines with a record, valid or rejected. */
  readonly records: number;
  readonly rejected: number;
  readonly bytesRead: number;
  readonly bytesTotal: number;
  /** Number of indexed songs; null while the dump is read. */
  readonly index: { readonly songs: number; readonly songsTotal: number } | null;
  readonly elapsedMs: number;
}

const PROGRESS_EVERY_MS = 200;
/** Remarks that are shown. A folder can contain many sheets. */
const REMARKS_MAX = 100;
/** Rejections that are logged, for imports without a report. */
const LOGGED_MAX = 10;
/** A reason can quote a line, and a line can have megabytes. */
const REASON_LENGTH_MAX = 4_000;
const REMARK_LENGTH_MAX = 1_000;

export interface TallyParts {
  readonly report: ReportWriter;
  readonly log: Log;
  readonly clock: Clock;
  readonly bytesTotal: number;
  readonly onProgress: ((progress: ImportProgress) => void) | null;
}

/** Counts the outcomes of records, and passes them to the report, the log and the progress callback. */
export class Tally {
  readonly warnings = new Warnings();
  readonly #remarks: string[] = [];
  #familySongs = 0;
  #familyFiles = 0;
  readonly #parts: TallyParts;
  readonly #startedAt: number;
  #reportedAt: number;
  #accepted = 0;
  #songs = 0;
  #rejected = 0;
  #missingMedia = 0;
  #bytesRead = 0;
  #index: ImportProgress["index"] = null;

  constructor(parts: TallyParts) {
    this.#parts = parts;
    this.#startedAt = parts.clock.now();
    this.#reportedAt = this.#startedAt;
  }

  /** Valid song lines. */
  get songs(): number {
    return this.#songs;
  }

  get rejected(): number {
    return this.#rejected;
  }

  get missingMedia(): number {
    return this.#missingMedia;
  }

  /** Messages that are shown once, for example how a sheet was read. */
  get remarks(): readonly string[] {
    return this.#remarks;
  }

  /** Numbers of songs that were built from several files, and of these files. */
  get families(): { readonly songs: number; readonly files: number } {
    return { songs: this.#familySongs, files: this.#familyFiles };
  }

  /** Counts records that passed the checks. */
  accept(batch: readonly SourcedRecord[]): void {
    this.#accepted += batch.length;
    for (const { record } of batch) if (record.kind === "song") this.#songs++;
  }

  /** Rejects an accepted song that conflicts with the catalog. */
  rejectAccepted(origin: Origin, field: string, reason: string): void {
    this.#accepted--;
    this.#songs--;
    this.reject(origin, field, reason);
  }

  reject(origin: Origin, field: string, reason: string): void {
    this.#rejected++;
    const entry = this.#report(origin, field, reason);
    if (this.#rejected <= LOGGED_MAX) this.#parts.log.warn(entry, "record rejected");
  }

  missing(origin: Origin, { field, reason }: MissingMedium): void {
    this.#missingMedia++;
    const entry = this.#report(origin, field, reason);
    if (this.#missingMedia <= LOGGED_MAX) this.#parts.log.warn(entry, "media missing");
  }

  /** Adds a line to the report that does not reject a record, and applies the effect of the note. */
  note(origin: Origin, { field, reason, effect }: DumpLine & { readonly kind: "note" }): void {
    if (effect.as === "missing") {
      this.missing(origin, { field, reason });
      return;
    }
    this.#report(origin, field, reason);
    switch (effect.as) {
      case "warning":
        this.warn(effect.summary, origin);
        break;
      case "remark":
        this.#addRemark(origin, reason);
        break;
      case "family":
        this.#familySongs++;
        this.#familyFiles += effect.files;
        break;
      case "detail":
      case "folder":
        break;
    }
  }

  /** Adds a message to the report and to the remarks. */
  remark(origin: Origin, reason: string): void {
    this.#report(origin, "", reason);
    this.#addRemark(origin, reason);
  }

  warn(message: string, origin: Origin): void {
    this.warnings.add(message, origin.file, origin.line);
  }

  readBytes(count: number): void {
    this.#bytesRead += count;
  }

  /** Records the number of indexed songs. */
  indexed(songs: number, songsTotal: number): void {
    const isFirstOrLast = songs === 0 || songs === songsTotal;
    this.#index = { songs, songsTotal };
    this.reportProgress(isFirstOrLast);
  }

  elapsedMs(): number {
    return this.#parts.clock.now() - this.#startedAt;
  }

  /** Calls the progress callback if the last call was long enough ago, or if `force` is set. */
  reportProgress(force = false): void {
    const now = this.#parts.clock.now();
    if (this.#parts.onProgress === null || (!force && now - this.#reportedAt < PROGRESS_EVERY_MS)) return;
    this.#reportedAt = now;
    this.#parts.onProgress({
      records: this.#accepted + this.#rejected,
      rejected: this.#rejected,
      bytesRead: this.#bytesRead,
      bytesTotal: this.#parts.bytesTotal,
      index: this.#index,
      elapsedMs: this.elapsedMs(),
    });
  }

  #report(origin: Origin, field: string, reason: string): ReportEntry {
    const entry = { ...origin, field, reason: shortened(reason, REASON_LENGTH_MAX) };
    this.#parts.report.add(entry);
    return entry;
  }

  #addRemark({ file }: Origin, reason: string): void {
    if (this.#remarks.length < REMARKS_MAX) this.#remarks.push(`${file}: ${shortened(reason, REMARK_LENGTH_MAX)}`);
  }
}
