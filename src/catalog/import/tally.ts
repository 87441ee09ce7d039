import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { DumpLine } from "./dump-line.ts";
import type { ReportEntry, ReportWriter } from "./report.ts";
import { shortened } from "./shortened.ts";
import type { MissingMedium, Origin, PlacedRecord } from "./staging/staging.ts";
import { Warnings } from "./warnings.ts";

/** How far an import is. Bytes are those of the dump files as they lie on the disk. */
export interface ImportProgress {
  /** Lines with a record in them, good and bad. */
  readonly records: number;
  readonly rejected: number;
  readonly bytesRead: number;
  readonly bytesTotal: number;
  /** Null while the dump is read; then how many of its songs the index has. */
  readonly index: { readonly songs: number; readonly songsTotal: number } | null;
  readonly elapsedMs: number;
}

const PROGRESS_EVERY_MS = 200;
/** Remarks that are shown; a folder may hold many sheets. */
const REMARKS_MAX = 100;
/** Rejections that are logged, for those who asked for no report. */
const LOGGED_MAX = 10;
/** A reason may quote what a line holds, and a line may have megabytes. */
const REASON_LENGTH_MAX = 4_000;
const REMARK_LENGTH_MAX = 1_000;

export interface TallyParts {
  readonly report: ReportWriter;
  readonly log: Log;
  readonly clock: Clock;
  readonly bytesTotal: number;
  readonly onProgress: ((progress: ImportProgress) => void) | null;
}

/** Counts what happens to the records of a dump and tells report, log and progress of it. */
export class Tally {
  readonly warnings = new Warnings();
  readonly #remarks: string[] = [];
  #familySongs = 0;
  #familyFiles = 0;
  readonly #parts: TallyParts;
  readonly #startedAt: number;
  #toldAt: number;
  #taken = 0;
  #songs = 0;
  #rejected = 0;
  #missingMedia = 0;
  #bytesRead = 0;
  #index: ImportProgress["index"] = null;

  constructor(parts: TallyParts) {
    this.#parts = parts;
    this.#startedAt = parts.clock.now();
    this.#toldAt = this.#startedAt;
  }

  /** Song lines that were good. */
  get songs(): number {
    return this.#songs;
  }

  get rejected(): number {
    return this.#rejected;
  }

  get missingMedia(): number {
    return this.#missingMedia;
  }

  /** What was said once: how a sheet was read, for example. */
  get remarks(): readonly string[] {
    return this.#remarks;
  }

  /** Songs that were gathered from several files, and those files. */
  get families(): { readonly songs: number; readonly files: number } {
    return { songs: this.#familySongs, files: this.#familyFiles };
  }

  /** Counts records that passed the checks. */
  take(batch: readonly PlacedRecord[]): void {
    this.#taken += batch.length;
    for (const { record } of batch) if (record.kind === "song") this.#songs++;
  }

  /** A song that passed the checks is rejected after all, for what the catalog holds already. */
  rejectTaken(origin: Origin, field: string, reason: string): void {
    this.#taken--;
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

  /** Something that rejects nothing: in the report, and told in short. */
  note(origin: Origin, { field, reason, told }: DumpLine & { readonly kind: "note" }): void {
    if (told.as === "missing") {
      this.missing(origin, { field, reason });
      return;
    }
    this.#report(origin, field, reason);
    switch (told.as) {
      case "warning":
        this.warn(told.summary, origin);
        break;
      case "remark":
        this.#remember(origin, reason);
        break;
      case "family":
        this.#familySongs++;
        this.#familyFiles += told.files;
        break;
    }
  }

  /** Something that is said once, as it stands. */
  remark(origin: Origin, reason: string): void {
    this.#report(origin, "", reason);
    this.#remember(origin, reason);
  }

  warn(message: string, origin: Origin): void {
    this.warnings.add(message, origin.file, origin.line);
  }

  readBytes(count: number): void {
    this.#bytesRead += count;
  }

  /** The index has so many of the catalog's songs. */
  indexed(songs: number, songsTotal: number): void {
    const isAtAnEnd = songs === 0 || songs === songsTotal;
    this.#index = { songs, songsTotal };
    this.tell(isAtAnEnd);
  }

  elapsedMs(): number {
    return this.#parts.clock.now() - this.#startedAt;
  }

  /** Tells how far it is, if it has been a while or `force` is set. */
  tell(force = false): void {
    const now = this.#parts.clock.now();
    if (this.#parts.onProgress === null || (!force && now - this.#toldAt < PROGRESS_EVERY_MS)) return;
    this.#toldAt = now;
    this.#parts.onProgress({
      records: this.#taken + this.#rejected,
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

  #remember({ file }: Origin, reason: string): void {
    if (this.#remarks.length < REMARKS_MAX) this.#remarks.push(`${file}: ${shortened(reason, REMARK_LENGTH_MAX)}`);
  }
}
