import type { Database } from "bun:sqlite";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import { migrations } from "../../schema/migrations/service/list.ts";
import { migrate } from "./migrate.ts";
import { openWritable } from "./open.ts";

/** Beside a busy server the log is left to it. */
const CLOSE_WAIT_MS = 100;

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
  readonly sqlite: Database;
  readonly orm: Orm;
  #inTransaction = false;

  private constructor(sqlite: Database) {
    this.sqlite = sqlite;
    this.orm = drizzle(sqlite);
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
    return new ServiceDb(sqlite);
  }

  /** Runs `work` in one IMMEDIATE transaction. No promise may be returned and no transaction nested: both are bugs. */
  transaction<Result>(work: (tx: Writing) => Result extends Promise<unknown> ? never : Result): Result {
    if (this.#inTransaction) throw new Error("Invariant broken: a write transaction is already open");
    const effects: (() => void)[] = [];
    const tx = {
      sqlite: this.sqlite,
      orm: this.orm,
      onCommit: (effect: () => void) => void effects.push(effect),
    } as unknown as Writing;
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

  /** Moves what it can of the write-ahead log into the database without waiting for anybody; from a timer, so that no request pays for it. */
  checkpoint(): void {
    this.sqlite.run("PRAGMA wal_checkpoint(PASSIVE)");
  }

  /** Moves the write-ahead log into the database and closes it, so that one file is left unless another process still reads. */
  close(): void {
    this.sqlite.run(`PRAGMA busy_timeout = ${CLOSE_WAIT_MS}`);
    this.sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
    this.sqlite.close();
  }
}
