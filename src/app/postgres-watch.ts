import type { PostgresServiceDb } from "../db/postgres-service-db.ts";
import type { ReadinessCheck, StorageGuard } from "../feature/feature.ts";
import { storageRefused } from "../http/storage-refused.ts";
import { messageOf } from "../lib/assert.ts";
import { SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Service } from "../lib/service.ts";
import { databaseFailureOf, type StorageFailure } from "../lib/storage-failure.ts";
import type { Timer } from "../lib/timer.ts";
import { TimeLimitExceeded, withTimeLimit } from "../lib/with-time-limit.ts";

/** A probe is one statement. A server that needs longer for it is of no use. */
const PROBE_MAX_MS = 5 * SECOND_MS;

/** Texts for `/readyz`. They contain no address and no message of the server, because `/readyz` needs no key. */
const SHOWN: Readonly<Record<StorageFailure, string>> = {
  full: "cannot be written: the disk of the database server is full",
  "read-only": "cannot be written: the database server is read-only",
  busy: "has no free connection",
  damaged: "is damaged; see the log",
  faulty: "cannot be used: the disk of the database server reports errors; see the log",
  unopenable: "cannot be opened; see the log",
  moved: "was replaced; see the log",
  forbidden: "refuses this service: permission denied; see the log",
  unreachable: "does not answer; see the log",
};

export interface PostgresWatchParts {
  readonly db: PostgresServiceDb;
  readonly timer: Timer;
  readonly log: Log;
}

/**
 * Tracks whether the service database on PostgreSQL can be used. The error of a statement counts at once, and a duty probes: it finds
 * failures without requests, and the recovery. Requests read the state only. While the server cannot be reached, they fail at once instead
 * of waiting for a connection. Only changes are logged.
 */
export class PostgresWatch implements Service, StorageGuard {
  readonly name = "storage watch";
  readonly #parts: PostgresWatchParts;
  readonly #stopping = new AbortController();
  #failure: StorageFailure | null = null;

  constructor(parts: PostgresWatchParts) {
    this.#parts = parts;
    parts.db.onFailure((error) => void this.recordFailure(error));
  }

  start(): void {}

  async stop(): Promise<void> {
    this.#stopping.abort(new Error("The server stops."));
  }

  failure(): StorageFailure | null {
    return this.#failure;
  }

  /** A busy server refuses each statement that it cannot take, and does the others. */
  requireWritable(): void {
    if (this.#failure !== null && this.#failure !== "busy") throw storageRefused(this.#failure);
  }

  /** A busy database is one that works: the request that waited too long is refused, and no other. */
  recordFailure(error: unknown): StorageFailure | null {
    const failure = databaseFailureOf(error);
    if (failure !== null && failure !== "busy") this.#fail(failure, error);
    return failure;
  }

  readiness(): ReadinessCheck {
    const failure = this.#failure;
    const { used, slots } = this.#parts.db.connections();
    const detail = failure === null ? `writable; ${used} of ${slots} connections in use` : SHOWN[failure];
    return { name: "database", ok: failure === null, detail };
  }

  /** Probes the database. Never rejects because of it. */
  async check(): Promise<void> {
    const { db, timer } = this.#parts;
    try {
      await withTimeLimit(PROBE_MAX_MS, timer, this.#stopping.signal, () =>
        db.probe({ needsRoom: this.#failure === "full" }),
      );
      this.#recover();
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      const failure = error instanceof TimeLimitExceeded ? "unreachable" : databaseFailureOf(error);
      if (failure === null) throw error;
      // A busy server answers, and says nothing of its disk.
      if (failure === "busy" && this.#failure !== null && this.#failure !== "unreachable") return;
      this.#fail(failure, error);
      // Statements on a connection whose other end has vanished would wait for minutes.
      if (error instanceof TimeLimitExceeded) db.reconnect();
    }
  }

  #fail(failure: StorageFailure, error: unknown): void {
    this.#parts.db.setReachable(failure !== "unreachable");
    if (this.#failure === failure) return;
    this.#failure = failure;
    this.#parts.log.error({ failure, reason: messageOf(error) }, postgresAdvice(failure));
  }

  #recover(): void {
    if (this.#failure === null) return;
    this.#parts.db.setReachable(true);
    this.#parts.log.info({ failure: this.#failure }, "the database can be used again");
    this.#failure = null;
  }
}

/** Returns advice for the operator's terminal and log. Contains no address. */
export function postgresAdvice(failure: StorageFailure): string {
  switch (failure) {
    case "full":
      return "PostgreSQL: expected room for a write, but the disk of the database server is full. Free some space on it.";
    case "read-only":
      return "PostgreSQL: expected a database that can be written, but it is read-only. NEEDLEDROP_DATABASE must name the primary, not a standby.";
    case "busy":
      return "PostgreSQL: expected a free connection and no long wait for locks. Look for long transactions of other programs, and raise max_connections if all are in use.";
    case "damaged":
      return "PostgreSQL: expected sound tables, but the database server reports damage. Restore its last backup.";
    case "forbidden":
      return "PostgreSQL: expected the rights of the owner of the database, but permission was denied. Grant them to the user of NEEDLEDROP_DATABASE.";
    case "faulty":
      return "PostgreSQL: expected to read and write, but the database server reports an error of its disk. Check that disk.";
    case "unopenable":
    case "moved":
    case "unreachable":
      return "PostgreSQL: expected an answer, but the database server cannot be reached, or refuses this user. Check that it runs, the network, and NEEDLEDROP_DATABASE.";
  }
}
