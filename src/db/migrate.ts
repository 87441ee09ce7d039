import type { Database } from "bun:sqlite";

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** A newer program has written the database. This program would damage it. */
export class MigrationRefused extends Error {
  constructor(found: number, known: number) {
    super(
      `The data folder was written by a newer Needledrop (schema ${found}; this program knows ${known}). Run that version, or restore a backup of this version.`,
    );
    this.name = "MigrationRefused";
  }
}

/**
 * Applies the missing migrations to a database. `user_version` counts the applied ones, so their dates do not matter. They
 * run in one IMMEDIATE transaction, because several processes can start at the same time. Foreign keys are off, because
 * SQLite requires that for table rebuilds; they are checked before the commit. `before` runs in that transaction before the
 * migration of its name, to move what the migration removes. Throws MigrationRefused for a newer database.
 */
export function migrate(
  sqlite: Database,
  migrations: readonly Migration[],
  before: Readonly<Record<string, (sqlite: Database) => void>> = {},
): void {
  if (versionOf(sqlite) === migrations.length) return;
  sqlite.run("PRAGMA foreign_keys = OFF");
  sqlite.run("BEGIN IMMEDIATE");
  try {
    const applied = versionOf(sqlite);
    if (applied > migrations.length) throw new MigrationRefused(applied, migrations.length);
    for (const migration of migrations.slice(applied)) {
      before[migration.name]?.(sqlite);
      for (const statement of migration.sql.split("--> statement-breakpoint")) sqlite.run(statement);
    }
    const broken = sqlite.query("PRAGMA foreign_key_check").all();
    if (broken.length > 0) throw new Error(`A migration left ${broken.length} broken references; nothing was changed.`);
    sqlite.run(`PRAGMA user_version = ${migrations.length}`);
    sqlite.run("COMMIT");
  } catch (error) {
    // If the disk is full, SQLite has rolled back already, and a second rollback would hide the cause.
    if (sqlite.inTransaction) sqlite.run("ROLLBACK");
    throw error;
  } finally {
    sqlite.run("PRAGMA foreign_keys = ON");
  }
}

/** Returns the number of migrations that were applied to a database. */
export function versionOf(sqlite: Database): number {
  const row = sqlite.query<{ user_version: number }, []>("PRAGMA user_version").get();
  return row?.user_version ?? 0;
}
