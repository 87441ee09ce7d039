import type { Database } from "bun:sqlite";
import { MigrationRefused } from "../db/migrate.ts";
import { VectorsDb } from "../db/vectors-db.ts";
import { vectorsPath } from "../db/vectors-file.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, MINUTE_MS } from "../lib/clock.ts";
import { hasErrorCode } from "../lib/error-code.ts";
import { isFresh } from "../lib/is-fresh.ts";
import type { Log } from "../lib/log.ts";
import { storageFailureOf } from "../lib/storage-failure.ts";

/** The wait after a failure. */
const RETRY_MS = MINUTE_MS;

/** There are no vectors now. Why is in the log. */
export class VectorsUnavailable extends Error {
  constructor(cause?: unknown) {
    super("The vectors of songs are unavailable.", { cause });
    this.name = "VectorsUnavailable";
  }
}

export interface VectorFileParts {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** A server creates, migrates and writes the file; a command only reads it. */
  readonly user: "server" | "command";
}

/**
 * The file of the vectors of songs. It is opened at its first use, so that searches start and work without it. A failure is logged
 * once and closes it; it is opened again after a minute.
 */
export class VectorFile {
  readonly #path: string;
  readonly #parts: VectorFileParts;
  #open: VectorsDb | null = null;
  #transactions = 0;
  #leavesLog = false;
  #isClosed = false;
  #failedAt: number | null = null;
  #isFailing = false;

  constructor(parts: VectorFileParts) {
    this.#parts = parts;
    this.#path = vectorsPath(parts.dataDir);
  }

  /** Null while the file is closed. */
  get path(): string | null {
    return this.#open === null ? null : this.#path;
  }

  /** Throws VectorsUnavailable, as `write` does. */
  read<Result>(work: (sqlite: Database) => Result): Result {
    return this.#use((open) => work(open.sqlite));
  }

  /** Returns null while the vectors are unavailable. */
  readIfAvailable<Result>(work: (sqlite: Database) => Result): Result | null {
    try {
      return this.read(work);
    } catch (error) {
      if (error instanceof VectorsUnavailable) return null;
      throw error;
    }
  }

  /** Runs `work` in one transaction. */
  write<Result>(work: (sqlite: Database) => Result): Result {
    const result = this.#use((open) => open.write(work));
    this.#transactions += 1;
    return result;
  }

  /** The number of transactions that this process has committed. */
  get transactions(): number {
    return this.#transactions;
  }

  /** Throws DatabaseMoved if the file was removed or replaced while it is open. */
  requireInPlace(): void {
    this.#open?.requireInPlace();
  }

  /** From now on, a thread moves the write-ahead log. */
  leaveLogToOthers(): void {
    this.#leavesLog = true;
    this.#open?.leaveLogToOthers();
  }

  /** After this, the vectors are unavailable. */
  close(): void {
    this.#isClosed = true;
    this.#closeFile();
  }

  #use<Result>(work: (open: VectorsDb) => Result): Result {
    const { clock, log } = this.#parts;
    if (this.#isClosed || (this.#failedAt !== null && isFresh(this.#failedAt, clock.now(), RETRY_MS)))
      throw new VectorsUnavailable();
    let result: Result;
    try {
      this.#open ??= this.#opened();
      result = work(this.#open);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.#failed(error);
      throw new VectorsUnavailable(error);
    }
    this.#failedAt = null;
    if (this.#isFailing) log.info({ file: this.#path }, "the vectors of songs can be read again");
    this.#isFailing = false;
    return result;
  }

  #opened(): VectorsDb {
    const open = this.#parts.user === "server" ? VectorsDb.open(this.#path) : VectorsDb.openKnown(this.#path);
    // No server has made vectors yet.
    if (open === null) throw new VectorsUnavailable();
    if (this.#leavesLog) open.leaveLogToOthers();
    return open;
  }

  #failed(error: unknown): void {
    const { clock, log } = this.#parts;
    this.#failedAt = clock.now();
    this.#closeFile();
    if (this.#isFailing) return;
    this.#isFailing = true;
    const fields = { file: this.#path, error: messageOf(error) };
    log.error(fields, "the vectors of songs cannot be used; searches work without them; run doctor");
  }

  #closeFile(): void {
    try {
      this.#open?.close();
    } catch {
      // A damaged file, or one whose disk is gone: the failure is in the log.
    }
    this.#open = null;
  }
}

/** ENOENT: the data folder was removed, or has no catalog. */
function isUnavailable(error: unknown): boolean {
  return storageFailureOf(error) !== null || error instanceof MigrationRefused || hasErrorCode(error, "ENOENT");
}
