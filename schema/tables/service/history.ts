import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The changes of the catalog: one row per generation that was made current. The newest thousand are kept. */
export const catalogHistory = sqliteTable("catalog_history", {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  generation: integer().notNull(),
  /** Digest of the catalog's content (16 hex digits). */
  version: text().notNull(),
  /** Number of songs afterwards. */
  songs: integer().notNull(),
  /** What made the change: "import", "watch", "import --undo" or "songs remove". */
  source: text().notNull(),
  /** The imported paths; empty for other changes. */
  subject: text().notNull(),
  added: integer().notNull(),
  updated: integer().notNull(),
  retired: integer().notNull(),
});
