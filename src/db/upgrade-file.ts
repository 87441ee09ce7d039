import { Database } from "bun:sqlite";
import { type Migration, migrate, versionOf } from "./migrate.ts";

/** The file has no schema: it was emptied, or another program has written it. */
class SchemaMissing extends Error {
  /** As for a file that is not an SQLite database: the content that was expected is not there. */
  readonly code = "SQLITE_NOTADB";

  constructor() {
    super("the database is empty or not one of Needledrop");
    this.name = "SchemaMissing";
  }
}

/**
 * Migrates a database that is otherwise only read, such as a catalog generation, in one transaction. Usually there is
 * nothing to do. Throws MigrationRefused for a newer one, and SchemaMissing for one without a schema: migrating it would turn a lost
 * catalog into an empty one.
 */
export function upgradeFile(path: string, known: readonly Migration[]): void {
  const sqlite = new Database(path, { readonly: true, strict: true });
  const version = versionOf(sqlite);
  sqlite.close();
  if (version === 0) throw new SchemaMissing();
  if (version === known.length) return;
  // Not in WAL mode, unlike the service database, so that it stays one file.
  const writable = new Database(path, { readwrite: true, strict: true });
  try {
    migrate(writable, known);
  } finally {
    writable.close();
  }
}
