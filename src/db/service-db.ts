import type { Database } from "bun:sqlite";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import { migrations } from "../../schema/migrations/service/list.ts";
import { type FileIdentity, identityOf, requireSameFile } from "./file-identity.ts";
import { migrate } from "./migrate.ts";
import { BUSY_TIMEOUT_MS, openReadonly, openWritable } from "./open.ts";

/** Beside a busy server the log is left to it. */
const CLOSE_WAIT_MS = 100;
/** Of a write while it is known that another process holds the lock: waiting stops every request. */
const IMPATIENT_MS = 20;
/** The row that `probe` writes, and how much it writes to find out whether there is room again. */
const PROBE_NAME = "storage_probe";
const PROBE_ROOM_BYTES = 256 * 1024;

export type Orm = BunSQLiteDatabase;

/** A place where statements run outside or inside a transaction; `store.ts` readers take this. */
export interface Reading {
  readonly orm: Orm;
  readonly sqlite: Database;
}

declare const writing: unique symbol;

/** Proof of an open write transaction: `store.ts` writers take this, so the types show which code may write. */
export interface Writing extends Reading {
  readonly [writing]: true;
  /** Runs after the transaction has committed, in order; never when it rolled back. */
  onCommit(effect: () => void): void;
}

/**
 * The service database: keys, executions, deliveries, jobs, ledger, the catalog pointer. One connection
 * per process; every write transaction is synchronous, short, and begins IMMEDIATE (a deferred one that
 * turns writer fails with SQLITE_BUSY whatever the time-out).
 */
export class ServiceDb implements Reading {
  readonly path: string;
  readonly sqlite: Database;
  readonly orm: Orm;
  readonly #opened: FileIdentity | null;
  #inTransaction = false;
  #busyTimeoutMs = BUSY_TIMEOUT_MS;
  #onFailure: (error: unknown) => void = () => undefined;

  private constructor(path: string, sqlite: Database) {
    this.path = path;
    this.sqlite = sqlite;
    this.orm = drizzle(sqlite);
    this.#opened = identityOf(path);
  }

  /** Opens the database at `path`, making and migrating it as needed. Throws MigrationRefused for a newer one. */
  static open(path: string): ServiceDb {
    const sqlite = openWritable(path, { create: true });
    try {
      migrate(sqlite, migrations);
    } catch (error) {
      sqlite.close();
      throw error;
    }
    return new ServiceDb(path, sqlite);
  }

  /** `listener` hears what every write transaction throws from now on, before its caller does. */
  onFailure(listener: (error: unknown) => void): void {
    this.#onFailure = listener;
  }

  /**
   * Runs `work` in one IMMEDIATE transaction. No promise may be returned and no transaction nested: both are bugs.
   * Throws DatabaseMoved, and writes nothing, once the data folder is not the one that was opened.
   */
  transaction<Result>(work: (tx: Writing) => Result extends Promise<unknown> ? never : Result): Result {
    try {
      return this.#transaction(work);
    } catch (error) {
      this.#onFailure(error);
      throw error;
    }
  }

  #transaction<Result>(work: (tx: Writing) => Result extends Promise<unknown> ? never : Result): Result {
    if (this.#inTransaction) throw new Error("Invariant broken: a write transaction is already open");
    const effects: (() => void)[] = [];
    const tx = {
      sqlite: this.sqlite,
      orm: this.orm,
      onCommit: (effect: () => void) => void effects.push(effect),
    } as unknown as Writing;
    requireSameFile(this.path, this.#opened);
    this.sqlite.run("BEGIN IMMEDIATE");
    this.#inTransaction = true;
    let result: Result;
    try {
      result = work(tx);
      this.sqlite.run("COMMIT");
    } catch (error) {
      // SQLite has rolled back by itself where the disk is full: a second time would hide why.
      if (this.sqlite.inTransaction) this.sqlite.run("ROLLBACK");
      throw error;
    } finally {
      this.#inTransaction = false;
    }
    for (const effect of effects) effect();
    return result;
  }

  /** Throws DatabaseMoved once the data folder is not the one that was opened. Costs microseconds. */
  requireInPlace(): void {
    requireSameFile(this.path, this.#opened);
  }

  /**
   * Finds out whether a write would work now: opens the file anew, reads its schema, and commits one row. Waits for no
   * lock. `needsRoom` makes it write more than the file has room for by chance. Throws what a write would meet.
   */
  probe({ needsRoom }: { readonly needsRoom: boolean }): void {
    requireSameFile(this.path, this.#opened);
    const fresh = openReadonly(this.path);
    try {
      fresh.query("SELECT count(*) FROM sqlite_schema").get();
    } finally {
      fresh.close();
    }
    this.sqlite.run("PRAGMA busy_timeout = 0");
    try {
      if (needsRoom) this.#writeProbe("x".repeat(PROBE_ROOM_BYTES));
      this.#writeProbe("x");
    } finally {
      this.sqlite.run(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
    }
  }

  #writeProbe(value: string): void {
    this.sqlite.run(
      "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [PROBE_NAME, value],
    );
  }

  /** Whether writes wait for another process to let go of the lock: 5 s, or hardly at all. */
  setPatient(isPatient: boolean): void {
    this.#busyTimeoutMs = isPatient ? BUSY_TIMEOUT_MS : IMPATIENT_MS;
    this.sqlite.run(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
  }

  /** Drops pages kept in memory, so that the next statements read the file. */
  forgetPages(): void {
    this.sqlite.run("PRAGMA shrink_memory");
  }

  /** Moves what it can of the write-ahead log into the database without waiting for anybody; from a timer, so that no request pays for it. */
  checkpoint(): void {
    this.sqlite.run("PRAGMA wal_checkpoint(PASSIVE)");
  }

  /** Moves the write-ahead log into the database and closes it, so that one file is left unless another process still reads. */
  close(): void {
    try {
      this.sqlite.run(`PRAGMA busy_timeout = ${CLOSE_WAIT_MS}`);
      this.sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      this.sqlite.close();
    }
  }
}
