import { CatalogUnreadable } from "../catalog/catalog-unreadable.ts";
import { BUSY_TIMEOUT_MS } from "../db/open.ts";
import type { SqliteServiceDb } from "../db/sqlite-service-db.ts";
import type { ReadinessCheck, StorageGuard } from "../feature/feature.ts";
import { storageRefused } from "../http/storage-refused.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import { isFresh } from "../lib/is-fresh.ts";
import type { Log } from "../lib/log.ts";
import type { Service } from "../lib/service.ts";
import { causesOf, databaseFailureOf, failureAt, type StorageFailure, storageAdvice } from "../lib/storage-failure.ts";

/** The database is probed at most once in this time, however often `/readyz` is requested. */
const PROBE_EVERY_MS = SECOND_MS;
/** Longest pause between inspections of a damaged database. The first pause is a second, and each next one doubles. */
const INSPECT_AGAIN_MAX_MS = 30 * SECOND_MS;

/** Texts for `/readyz`. They contain no path and no message of SQLite, because `/readyz` needs no key. */
const SHOWN: Readonly<Record<StorageFailure, string>> = {
  full: "cannot be written: the disk is full",
  "read-only": "cannot be written: it is read-only",
  busy: "cannot be written: another process holds its lock",
  damaged: "is damaged; see the log",
  faulty: "cannot be written: the disk reports errors; see the log",
  unopenable: "cannot be opened; see the log",
  moved: "the data folder was removed or replaced; see the log",
  forbidden: "cannot be opened: permission denied; see the log",
  unreachable: "does not answer; see the log",
};

interface Inspection {
  readonly at: number;
  /** The pause before the next one. */
  readonly waitMs: number;
  readonly ended: Promise<void>;
  isRunning: boolean;
}

export interface StorageWatchParts {
  readonly db: SqliteServiceDb;
  readonly clock: Clock;
  readonly log: Log;
  /** Reads a complete database file in another process, and returns its faults. */
  readonly inspect: (path: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/**
 * Tracks whether the service database can be written. A failed write counts immediately, and a probe that writes detects
 * other failures and the recovery. Only changes are logged.
 */
export class StorageWatch implements Service, StorageGuard {
  readonly name = "storage watch";
  readonly #parts: StorageWatchParts;
  readonly #stopping = new AbortController();
  #failure: StorageFailure | null = null;
  #probedAt: number | null = null;
  /** When a probe first found the lock taken. Commands hold it for milliseconds only. */
  #lockedSince: number | null = null;
  #inspection: Inspection | null = null;

  constructor(parts: StorageWatchParts) {
    this.#parts = parts;
    parts.db.onFailure((error) => void this.recordFailure(error));
  }

  start(): void {}

  async stop(): Promise<void> {
    this.#stopping.abort(new Error("The server stops."));
    await this.#inspection?.ended;
  }

  /** Returns why the database cannot be written, or null. Probes it unless the last probe is recent. */
  failure(): StorageFailure | null {
    const now = this.#parts.clock.now();
    if (this.#probedAt === null || !isFresh(this.#probedAt, now, PROBE_EVERY_MS)) {
      this.#probedAt = now;
      this.#probe(now);
    }
    return this.#failure;
  }

  /** Detects a missing data folder, and the end of a failure. Takes microseconds while there is no failure. */
  check(): void {
    if (this.#failure === null) this.#checkFolder();
    else this.failure();
  }

  /** Throws Refused (503) while the database cannot be written. */
  requireWritable(): void {
    this.check();
    if (this.#failure !== null) throw storageRefused(this.#failure);
  }

  /** Records the error of a request or transaction if it is a failure of the database. Returns that failure or null. */
  recordFailure(error: unknown): StorageFailure | null {
    const failure = isCatalogError(error) ? null : databaseFailureOf(error);
    if (failure !== null) this.#fail(failure, error);
    return failure;
  }

  readiness(): ReadinessCheck {
    const failure = this.failure();
    return { name: "database", ok: failure === null, detail: failure === null ? "writable" : SHOWN[failure] };
  }

  #checkFolder(): void {
    try {
      this.#parts.db.requireInPlace();
    } catch (error) {
      if (this.recordFailure(error) === null) throw error;
    }
  }

  #probe(now: number): void {
    try {
      this.#parts.db.probe({ needsRoom: this.#failure === "full" });
      this.#lockedSince = null;
    } catch (error) {
      const failure = databaseFailureOf(error);
      if (failure === null) throw error;
      if (failure === "busy" && !this.#isLockedForLong(now)) return;
      this.#fail(failure, error);
      return;
    }
    // The probe can succeed although the database is damaged: other writes read pages that the probe does not.
    if (this.#failure === "damaged") this.#inspectLater(now);
    else this.#recover();
  }

  #isLockedForLong(now: number): boolean {
    if (this.#lockedSince === null || now < this.#lockedSince) this.#lockedSince = now;
    return now - this.#lockedSince >= BUSY_TIMEOUT_MS;
  }

  #fail(reported: StorageFailure, error: unknown): void {
    const failure = failureAt(reported, this.#parts.db.path);
    // Damage remains until an inspection finds none, even if another failure occurs meanwhile.
    if (this.#failure === failure || (this.#failure === "damaged" && failure !== "moved")) return;
    this.#failure = failure;
    this.#inspection = null;
    const { db, log, clock } = this.#parts;
    this.#probedAt = clock.now();
    db.setPatient(failure !== "busy");
    log.error({ failure, reason: messageOf(error) }, storageAdvice(failure, db.path));
  }

  #recover(): void {
    if (this.#failure === null) return;
    const { db, log } = this.#parts;
    db.setPatient(true);
    log.info({ failure: this.#failure }, "the database can be written again");
    this.#failure = null;
    this.#inspection = null;
  }

  #inspectLater(now: number): void {
    const last = this.#inspection;
    if (last?.isRunning === true || (last !== null && isFresh(last.at, now, last.waitMs))) return;
    const waitMs = last === null ? SECOND_MS : Math.min(INSPECT_AGAIN_MAX_MS, last.waitMs * 2);
    const ended = this.#inspect().finally(() => {
      inspection.isRunning = false;
    });
    const inspection: Inspection = { at: now, waitMs, ended, isRunning: true };
    this.#inspection = inspection;
  }

  /** Inspects the file, and recovers if it is sound. Never rejects: if the inspection fails, the failure remains. */
  async #inspect(): Promise<void> {
    const { db, log, inspect } = this.#parts;
    try {
      const complaints = await inspect(db.path, this.#stopping.signal);
      if (complaints.length > 0 || this.#failure !== "damaged") return;
      // The page cache contains the damaged pages.
      db.forgetPages();
      this.#recover();
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      log.warn({ reason: messageOf(error) }, "the damaged database could not be inspected; it will be retried");
    }
  }
}

/** Returns whether an error belongs to a catalog, which is another file that live-catalog.ts watches. */
function isCatalogError(error: unknown): boolean {
  return causesOf(error).some((one) => one instanceof CatalogUnreadable);
}
