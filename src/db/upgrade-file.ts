import { Database } from "bun:sqlite";
import { type Migration, migrate, versionOf } from "./migrate.ts";

/**
 * Brings a database that nobody writes, such as a catalog generation, to this program's schema before it is read, in
 * one transaction. Most openings find nothing to do. Throws MigrationRefused for a newer one.
 */
export function upgradeFile(path: string, known: readonly Migration[]): void {
  const sqlite = new Database(path, { readonly: true, strict: true });
  const isCurrent = versionOf(sqlite) === known.length;
  sqlite.close();
  if (isCurrent) return;
  // Not in WAL mode, unlike the service database: it is one file, read by whoever may read it.
  const writable = new Database(path, { readwrite: true, strict: true });
  try {
    migrate(writable, known);
  } finally {
    writable.close();
  }
}
