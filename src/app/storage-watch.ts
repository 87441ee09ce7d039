import { CatalogUnreadable } from "../catalog/catalog-unreadable.ts";
import { BUSY_TIMEOUT_MS } from "../db/open.ts";
import type { ServiceDb } from "../db/service-db.ts";
import type { ReadinessCheck, StorageGuard } from "../feature/feature.ts";
import { storageRefused } from "../http/storage-refused.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import { isFresh } from "../lib/is-fresh.ts";
import type { Log } from "../lib/log.ts";
import type { Service } from "../lib/service.ts";
import { causesOf, databaseFailureOf, type StorageFailure, storageAdvice } from "../lib/storage-failure.ts";

/** However often /readyz is asked, the database is written this often. */
const PROBE_EVERY_MS = SECOND_MS;
/** A damaged database is read from end to end again after a second, then after twice as long each time. */
const INSPECT_AGAIN_MAX_MS = 30 * SECOND_MS;

/** For /readyz, which anybody may ask: no path, no message of SQLite. */
const SHOWN: Readonly<Record<StorageFailure, string>> = {
  full: "cannot be written: the disk is full",
  "read-only": "cannot be written: it is read-only",
  busy: "cannot be written: another process holds its lock",
  damaged: "is damaged; see the log",
  faulty: "cannot be written: the disk reports errors; see the log",
  unopenable: "cannot be opened; see the log",
  moved: "the data folder was removed or replaced; see the log",
};

interface Inspection {
  readonly at: number;
  /** Until the next one. */
  readonly waitMs: number;
  readonly ended: Promise<void>;
  isRunning: boolean;
}

export interface StorageWatchParts {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
  /** Reads a database file from end to end, outside of this process, and returns what is wrong with it. */
  readonly inspect: (path: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/**
 * Knows whether the service database can be written: by a probe that writes, and by every real write that fails, which
 * counts at once. Recovers by itself. Logs changes only.
 */
export class StorageWatch implements Service, StorageGuard {
  readonly name = "storage watch";
  readonly #parts: StorageWatchParts;
  readonly #stopping = new AbortController();
  #trouble: StorageFailure | null = null;
  #probedAt: number | null = null;
  /** Since when a probe has found the lock taken; commands take it for milliseconds. */
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

  /** What keeps the database from being written; null when nothing does. Probes unless a probe was made just now. */
  trouble(): StorageFailure | null {
    const now = this.#parts.clock.now();
    if (this.#probedAt === null || !isFresh(this.#probedAt, now, PROBE_EVERY_MS)) {
      this.#probedAt = now;
      this.#probe(now);
    }
    return this.#trouble;
  }

  /** For a standing duty: notices a data folder that is gone, and when a trouble has ended. Costs microseconds without one. */
  look(): void {
    if (this.#trouble === null) this.#lookForFolder();
    else this.trouble();
  }

  /** Throws Refused (503) while the database cannot be written, before any work is done in vain. */
  requireWritable(): void {
    this.look();
    if (this.#trouble !== null) throw storageRefused(this.#trouble);
  }

  /** Takes note of an error of a request or a transaction; returns which failure of the database it is, if it is one. */
  recordFailure(error: unknown): StorageFailure | null {
    const failure = isOfCatalog(error) ? null : databaseFailureOf(error);
    if (failure !== null) this.#enter(failure, error);
    return failure;
  }

  readiness(): ReadinessCheck {
    const trouble = this.trouble();
    return { name: "database", ok: trouble === null, detail: trouble === null ? "writable" : SHOWN[trouble] };
  }

  #lookForFolder(): void {
    try {
      this.#parts.db.requireInPlace();
    } catch (error) {
      if (this.recordFailure(error) === null) throw error;
    }
  }

  #probe(now: number): void {
    try {
      this.#parts.db.probe({ needsRoom: this.#trouble === "full" });
      this.#lockedSince = null;
    } catch (error) {
      const failure = databaseFailureOf(error);
      if (failure === null) throw error;
      if (failure === "busy" && !this.#isLockedForLong(now)) return;
      this.#enter(failure, error);
      return;
    }
    // A page that is damaged is met by some writes and not by this one.
    if (this.#trouble === "damaged") this.#inspectLater(now);
    else this.#leave();
  }

  #isLockedForLong(now: number): boolean {
    if (this.#lockedSince === null || now < this.#lockedSince) this.#lockedSince = now;
    return now - this.#lockedSince >= BUSY_TIMEOUT_MS;
  }

  #enter(failure: StorageFailure, error: unknown): void {
    // Damage stays until an inspection finds none, whatever else fails meanwhile.
    if (this.#trouble === failure || (this.#trouble === "damaged" && failure !== "moved")) return;
    this.#trouble = failure;
    this.#inspection = null;
    const { db, log, clock } = this.#parts;
    this.#probedAt = clock.now();
    db.setPatient(failure !== "busy");
    log.error({ failure, reason: messageOf(error) }, storageAdvice(failure, db.path));
  }

  #leave(): void {
    if (this.#trouble === null) return;
    const { db, log } = this.#parts;
    db.setPatient(true);
    log.info({ failure: this.#trouble }, "the database can be written again");
    this.#trouble = null;
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

  /** Never rejects: what keeps a file from being inspected leaves the trouble as it is. */
  async #inspect(): Promise<void> {
    const { db, log, inspect } = this.#parts;
    try {
      const complaints = await inspect(db.path, this.#stopping.signal);
      if (complaints.length > 0 || this.#trouble !== "damaged") return;
      // What is kept in memory is the damage that was read.
      db.forgetPages();
      this.#leave();
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      log.warn({ reason: messageOf(error) }, "the damaged database could not be inspected; it is tried again");
    }
  }
}

/** A catalog is another file, and live-catalog.ts watches it. */
function isOfCatalog(error: unknown): boolean {
  return causesOf(error).some((one) => one instanceof CatalogUnreadable);
}
