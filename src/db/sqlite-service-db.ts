import type { Database } from "bun:sqlite";
import { chmodSync } from "node:fs";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { migrations } from "../../schema/migrations/service/list.ts";
import { readingOfFile, rowsOf } from "./database-file.ts";
import { DatabaseForbidden, isDatabaseForbidden } from "../lib/storage-failure.ts";
import { type FileIdentity, identityOf, requireSameFile } from "./file-identity.ts";
import { keepStatements } from "./keep-statements.ts";
import { migrate } from "./migrate.ts";
import { moveVectors } from "./move-vectors.ts";
import { BUSY_TIMEOUT_MS, openReadonly, openWritable } from "./open.ts";
import type { HeldName, Orm, Reading, ServiceDb, Writing } from "./service-db.ts";
import { type Parameter, rows, runNow, type SqlText, type Work, type WorkInSteps } from "./work.ts";

/** How long `close` waits for a busy server, which otherwise empties the write-ahead log itself. */
const CLOSE_WAIT_MS = 100;
/** How long a write waits while another process is known to hold the lock: waiting blocks every request. */
const IMPATIENT_MS = 20;
/** Pages of the write-ahead log (64 MB) until a commit moves it, if a thread does otherwise. */
const LOG_PAGES_MAX = 16_384;
/** More than these pages take: the commit that begins the log again would wait while the disk frees the rest, 18 ms for 46 MB. */
const LOG_BYTES_KEPT = 80_000_000;
/** The row that `probe` writes, and the size that it writes to find out whether the disk has room again. */
const PROBE_NAME = "storage_probe";
const PROBE_ROOM_BYTES = 256 * 1024;
const PRIVATE_MODE = 0o600;
const HELD: HeldName = { lost: new AbortController().signal, release: async () => undefined };

/**
 * The service database in a file. Each process has one connection. Every write transaction is synchronous, short and IMMEDIATE:
 * a deferred one that begins with a read fails with SQLITE_BUSY at its first write, whatever the timeout.
 */
export class SqliteServiceDb implements ServiceDb {
  readonly engine = "sqlite";
  readonly path: string;
  readonly sqlite: Database;
  readonly orm: Orm;
  readonly #opened: FileIdentity | null;
  /** Changes by this process, by subject. */
  readonly #changes = new Map<string, number>();
  #inTransaction = false;
  #transactions = 0;
  #busyTimeoutMs = BUSY_TIMEOUT_MS;
  #onFailure: (error: unknown) => void = () => undefined;

  private constructor(path: string, sqlite: Database) {
    this.path = path;
    this.sqlite = sqlite;
    this.orm = drizzle(keepStatements(sqlite));
    this.#opened = identityOf(path);
  }

  /** Opens the database at `path`. Creates and migrates it if needed. Throws MigrationRefused for a newer one. */
  static open(path: string): SqliteServiceDb {
    const sqlite = openWritable(path, { create: true });
    try {
      migrate(sqlite, migrations, { "0024_move-vectors": moveVectors });
    } catch (error) {
      sqlite.close();
      throw error;
    }
    return new SqliteServiceDb(path, sqlite);
  }

  onFailure(listener: (error: unknown) => void): void {
    this.#onFailure = listener;
  }

  noteChange(subject: string): void {
    this.#changes.set(subject, (this.#changes.get(subject) ?? 0) + 1);
  }

  /** The text also changes if another process has written anything. */
  versionOf(subject: string): string {
    const [[dataVersion] = []] = this.sqlite.query<unknown, []>("PRAGMA data_version").values();
    return `${this.#changes.get(subject) ?? 0} ${String(dataVersion)}`;
  }

  rows(text: SqlText, parameters: readonly Parameter[]): readonly unknown[] {
    return rowsOf(this.sqlite, text, parameters);
  }

  /** Without pauses between steps. */
  async read<Result>(work: WorkInSteps<Result>): Promise<Result> {
    return runNow(work);
  }

  async readMoment<Result>(work: (reading: Reading) => Work<Result>): Promise<Result> {
    const sqlite = openReadonly(this.path);
    try {
      sqlite.run("BEGIN");
      return runNow(work(readingOfFile(sqlite)));
    } finally {
      sqlite.close();
    }
  }

  /** Other processes are commands, which wait for nothing. */
  onWake(): () => void {
    return () => undefined;
  }

  async hold(): Promise<HeldName> {
    return HELD;
  }

  /** In one IMMEDIATE transaction. */
  async write<Result>(work: (tx: Writing) => Work<Result>): Promise<Result> {
    try {
      return this.#transact(work);
    } catch (error) {
      this.#onFailure(error);
      throw error;
    }
  }

  async change<Row>(text: SqlText, parameters: readonly Parameter[]): Promise<readonly Row[]> {
    return await this.write((tx) => rows<Row>(tx, text, ...parameters));
  }

  #transact<Result>(work: (tx: Writing) => Work<Result>): Result {
    if (this.#inTransaction) throw new Error("Invariant broken: a write transaction is already open");
    const effects: (() => void)[] = [];
    const changed = new Set<string>();
    const tx = {
      engine: this.engine,
      orm: this.orm,
      rows: (text: SqlText, parameters: readonly Parameter[]) => rowsOf(this.sqlite, text, parameters),
      onCommit: (effect: () => void) => void effects.push(effect),
      noteChange: (subject: string) => void changed.add(subject),
      wake: () => undefined,
    } as unknown as Writing;
    requireSameFile(this.path, this.#opened);
    this.sqlite.run("BEGIN IMMEDIATE");
    this.#inTransaction = true;
    let result: Result;
    try {
      result = runNow(work(tx));
      this.sqlite.run("COMMIT");
    } catch (error) {
      // If the disk is full, SQLite has rolled back already, and a second rollback would hide the cause.
      if (this.sqlite.inTransaction) this.sqlite.run("ROLLBACK");
      throw error;
    } finally {
      this.#inTransaction = false;
    }
    this.#transactions += 1;
    for (const subject of changed) this.noteChange(subject);
    for (const effect of effects) effect();
    return result;
  }

  requireInPlace(): void {
    requireSameFile(this.path, this.#opened);
  }

  /**
   * Checks whether writes work: that the permissions allow it, opens the file again, reads its schema, and commits one row. Does not wait for locks. With
   * `needsRoom` it also writes more than the free pages of the file can hold. Throws the error that a write would throw.
   */
  probe({ needsRoom }: { readonly needsRoom: boolean }): void {
    requireSameFile(this.path, this.#opened);
    // SQLite can reuse an open file here, which no permission stops. Commands and the next start cannot.
    if (isDatabaseForbidden(this.path)) throw new DatabaseForbidden(this.path);
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

  /** SQLite writes nothing if the row keeps its value, so a value that is already there gets another one. */
  #writeProbe(value: string): void {
    this.sqlite.run(
      "INSERT INTO settings (name, value) VALUES (?, ?) " +
        "ON CONFLICT (name) DO UPDATE SET value = iif(value = excluded.value, 'y', excluded.value)",
      [PROBE_NAME, value],
    );
  }

  /** Sets how long writes wait for the lock of another process: 5 s, or 20 ms. */
  setPatient(isPatient: boolean): void {
    this.#busyTimeoutMs = isPatient ? BUSY_TIMEOUT_MS : IMPATIENT_MS;
    this.sqlite.run(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
  }

  /** Drops cached pages, so that the next statements read the file. */
  forgetPages(): void {
    this.sqlite.run("PRAGMA shrink_memory");
  }

  /** The number of transactions that this process has committed. */
  get transactions(): number {
    return this.#transactions;
  }

  /** Commits no longer move the write-ahead log into the database, unless it gets very long: a thread does (checkpoint-thread/). While the disk hangs, nothing does. */
  leaveLogToOthers(): void {
    this.sqlite.run(`PRAGMA wal_autocheckpoint = ${LOG_PAGES_MAX}`);
    this.sqlite.run(`PRAGMA journal_size_limit = ${LOG_BYTES_KEPT}`);
  }

  /** Copies the current state into a new file. Other connections can write meanwhile. */
  snapshot(path: string): void {
    this.sqlite.run("VACUUM INTO ?", [path]);
    chmodSync(path, PRIVATE_MODE);
  }

  /** Moves the write-ahead log into the database and closes it. One file remains unless another process has it open. */
  close(): void {
    try {
      this.sqlite.run(`PRAGMA busy_timeout = ${CLOSE_WAIT_MS}`);
      this.sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      this.sqlite.close();
    }
  }
}
