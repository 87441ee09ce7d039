import { Database } from "bun:sqlite";
import { type Migration, migrate, versionOf } from "./migrate.ts";

/**
 * Migrates a database that is otherwise only read, such as a catalog generation, in one transaction. Usually there is
 * nothing to do. Throws MigrationRefused for a newer one.
 */
export function upgradeFile(path: string, known: readonly Migration[]): void {
  const sqlite = new Database(path, { readonly: true, strict: true });
  const isCurrent = versionOf(sqlite) === known.length;
  sqlite.close();
  if (isCurrent) return;
  // Not in WAL mode, unlike the service database, so that it stays one file.
  const writable = new Database(path, { readwrite: true, strict: true });
  try {
    migrate(writable, known);
  } finally {
    writable.close();
  }
}
