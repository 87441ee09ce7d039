import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { Parameter, SqlText, Statements, Work, WorkInSteps } from "./work.ts";

/** What builds the statements of stores. PostgreSQL's accepts the same tables and calls. */
export type Orm = BunSQLiteDatabase;

/** A connection for reading, inside or outside a transaction. The readers of every `store.ts` take it. */
export interface Reading extends Statements {
  readonly orm: Orm;
}

declare const writing: unique symbol;

/** An open write transaction. The writers of every `store.ts` take it, so that the types show which code can write. */
export interface Writing extends Reading {
  readonly [writing]: true;
  /** Runs `effect` after the commit, in the order of the calls; never after a rollback. */
  onCommit(effect: () => void): void;
  /** Notes that what `versionOf(subject)` is about changes, at the commit: until then, others read the former rows. */
  noteChange(subject: string): void;
  /**
   * At the commit, wakes what waits for `key` in other processes (`ServiceDb.onWake`). On PostgreSQL only. A wake-up can be lost, so
   * whoever waits also looks again after some time.
   */
  wake(topic: WakeTopic, key: string): void;
}

/** What nodes wake each other for. Without spaces. */
export type WakeTopic = "jobs" | "search-endings";

/** A name that no other process holds meanwhile. */
export interface HeldName {
  /** Aborts when the connection to the database has ended: another node can hold the name from then on. */
  readonly lost: AbortSignal;
  /** Never rejects. Safe to call twice. */
  release(): Promise<void>;
}

/**
 * The service database as features see it, whatever engine it is on: keys, executions, deliveries, jobs, ledger, the catalog pointer.
 * As a `Reading` it is outside of transactions.
 */
export interface ServiceDb extends Reading {
  /** Runs work that only reads. */
  read<Result>(work: WorkInSteps<Result>): Promise<Result>;

  /** Runs work that only reads, all of one moment, whatever other connections write meanwhile. It has a connection of its own. */
  readMoment<Result>(work: (reading: Reading) => Work<Result>): Promise<Result>;

  /** Runs `work` in one transaction. A transaction within another one is a bug. Throws DatabaseMoved as `requireInPlace` does. */
  write<Result>(work: (tx: Writing) => Work<Result>): Promise<Result>;

  /** Runs one statement that changes rows, as a transaction of its own, and returns its rows. On PostgreSQL that saves two round trips. */
  change<Row>(text: SqlText, parameters: readonly Parameter[]): Promise<readonly Row[]>;

  /**
   * Takes a name that one of all nodes holds at a time; null if another one, or other work of this process, has it. It ends with this
   * process. On SQLite there is one node, which has every name.
   */
  hold(name: string): Promise<HeldName | null>;

  /**
   * Returns a text that differs from an earlier one if this process has noted a change of `subject` in between, or if another
   * process can have changed it. For what is kept in memory instead of read again. Takes microseconds.
   */
  versionOf(subject: string): string;

  /** Notes that what `versionOf(subject)` is about changes, outside of a transaction. */
  noteChange(subject: string): void;

  /**
   * Calls `listener` with the key of each `wake` of another process. Null: wake-ups can have been lost, so all have to look again. Call the
   * returned function to end it.
   */
  onWake(topic: WakeTopic, listener: (key: string | null) => void): () => void;

  /** From now on, calls `listener` with every error that a write transaction throws, before its caller gets it. */
  onFailure(listener: (error: unknown) => void): void;

  /** Throws DatabaseMoved if the data folder was removed or replaced, and DatabaseForbidden if it cannot be entered. Takes microseconds. */
  requireInPlace(): void;
}
