import type { Database } from "bun:sqlite";

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The database was written by a newer program; running on would damage it. */
export class MigrationRefused extends Error {
  constructor(found: number, known: number) {
    super(
      `The data folder was written by a newer Needledrop (schema ${found}; this program knows ${known}). Run that version, or restore a backup made by this one.`,
    );
    this.name = "MigrationRefused";
  }
}

/**
 * Brings a database up to date: `user_version` counts the migrations applied, so nothing depends on their
 * dates. All of them run in one IMMEDIATE transaction (several processes may start at once), with foreign
 * keys off, as SQLite asks for table rebuilds, and checked before the commit.
 */
export function migrate(sqlite: Database, migrations: readonly Migration[]): void {
  if (versionOf(sqlite) === migrations.length) return;
  sqlite.run("PRAGMA foreign_keys = OFF");
  sqlite.run("BEGIN IMMEDIATE");
  try {
    const applied = versionOf(sqlite);
    if (applied > migrations.length) throw new MigrationRefused(applied, migrations.length);
    for (const migration of migrations.slice(applied)) {
      for (const statement of migration.sql.split("--> statement-breakpoint")) sqlite.run(statement);
    }
    const broken = sqlite.query("PRAGMA foreign_key_check").all();
    if (broken.length > 0) throw new Error(`A migration left ${broken.length} broken references; nothing was changed.`);
    sqlite.run(`PRAGMA user_version = ${migrations.length}`);
    sqlite.run("COMMIT");
  } catch (error) {
    // SQLite has rolled back by itself where the disk is full: a second time would hide why.
    if (sqlite.inTransaction) sqlite.run("ROLLBACK");
    throw error;
  } finally {
    sqlite.run("PRAGMA foreign_keys = ON");
  }
}

/** How many migrations a database has seen. */
export function versionOf(sqlite: Database): number {
  const row = sqlite.query<{ user_version: number }, []>("PRAGMA user_version").get();
  return row?.user_version ?? 0;
}
