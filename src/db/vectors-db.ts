import type { Database } from "bun:sqlite";
import { chmodSync, existsSync } from "node:fs";
import { migrations } from "../../schema/migrations/vectors/list.ts";
import { type FileIdentity, identityOf, requireSameFile } from "./file-identity.ts";
import { migrate, MigrationRefused, versionOf } from "./migrate.ts";
import { openWritable } from "./open.ts";

/** Pages of the write-ahead log (64 MB) until a commit moves it, if a thread does otherwise. */
const LOG_PAGES_MAX = 16_384;
const PRIVATE_MODE = 0o600;

/** A connection to the file of the vectors of songs. Only a server writes and migrates it: it is the only one on its data folder. */
export class VectorsDb {
  readonly path: string;
  readonly sqlite: Database;
  readonly #opened: FileIdentity | null;

  private constructor(path: string, sqlite: Database) {
    this.path = path;
    this.sqlite = sqlite;
    this.#opened = identityOf(path);
  }

  /** Opens the file for a server. Creates and migrates it if needed. Throws MigrationRefused for a newer one. */
  static open(path: string): VectorsDb {
    const sqlite = openWritable(path, { create: true });
    try {
      migrate(sqlite, migrations);
    } catch (error) {
      sqlite.close();
      throw error;
    }
    return new VectorsDb(path, sqlite);
  }

  /**
   * Opens the file for a command, which only reads. Null if there is none, or one of an earlier schema, which the next server
   * migrates. Throws MigrationRefused for a newer one.
   */
  static openKnown(path: string): VectorsDb | null {
    if (!existsSync(path)) return null;
    const sqlite = openWritable(path);
    try {
      const version = versionOf(sqlite);
      if (version > migrations.length) throw new MigrationRefused(version, migrations.length);
      if (version === migrations.length) return new VectorsDb(path, sqlite);
    } catch (error) {
      sqlite.close();
      throw error;
    }
    sqlite.close();
    return null;
  }

  /** Runs `work` in one IMMEDIATE transaction. Throws DatabaseMoved, and writes nothing, if the file was removed or replaced. */
  write<Result>(work: (sqlite: Database) => Result): Result {
    this.requireInPlace();
    return this.sqlite.transaction(() => work(this.sqlite)).immediate();
  }

  requireInPlace(): void {
    requireSameFile(this.path, this.#opened);
  }

  /** Commits no longer move the write-ahead log into the database, unless it gets very long: a thread does (checkpoint-thread/). */
  leaveLogToOthers(): void {
    this.sqlite.run(`PRAGMA wal_autocheckpoint = ${LOG_PAGES_MAX}`);
  }

  /** Copies the current state into a new file. A server can write meanwhile. */
  snapshot(path: string): void {
    this.sqlite.run("VACUUM INTO ?", [path]);
    chmodSync(path, PRIVATE_MODE);
  }

  close(): void {
    try {
      this.sqlite.run("PRAGMA busy_timeout = 0");
      this.sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      this.sqlite.close();
    }
  }
}
