import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Internal values of an installation, such as the secret that signs URLs. */
export const settings = sqliteTable("settings", {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** The catalog generation that is served: at most one row. The transaction that ends an import replaces it. */
export const catalogPointer = sqliteTable(
  "catalog_pointer",
  {
    id: integer().primaryKey(),
    generation: integer().notNull(),
    /** Digest of the catalog's content (16 hex digits). */
    version: text().notNull(),
    songs: integer().notNull(),
    switchedAt: integer("switched_at").notNull(),
  },
  (table) => [check("catalog_pointer_single", sql`${table.id} = 1`)],
);
