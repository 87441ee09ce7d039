import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";

/**
 * A database whose reads outside of transactions see what was there at this call, like those of another connection that has
 * begun to read. Its transactions are those of `db`.
 */
export function staleReads(db: SqliteServiceDb): { readonly stale: SqliteServiceDb; readonly close: () => void } {
  const reading = SqliteServiceDb.open(db.path);
  reading.sqlite.run("BEGIN");
  reading.sqlite.query("SELECT count(*) FROM settings").get();
  const stale = Object.create(reading, {
    write: { value: db.write.bind(db) },
  }) as SqliteServiceDb;
  return { stale, close: () => (reading.sqlite.run("ROLLBACK"), reading.close()) };
}
