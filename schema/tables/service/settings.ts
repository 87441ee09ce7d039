import { sql } from "drizzle-orm";
import { check, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

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

/** Files of catalog generations that are objects of the store, too. A row is written after its object. */
export const catalogObjects = sqliteTable(
  "catalog_objects",
  {
    generation: integer().notNull(),
    /** `catalog.db` or `index.bin`. */
    file: text({ enum: ["catalog.db", "index.bin"] }).notNull(),
    /** SHA-256 of the bytes, 64 hexadecimal digits. */
    digest: text().notNull(),
    byteSize: integer("byte_size").notNull(),
    /** Migrations of a database, or the format of an index. */
    format: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.generation, table.file] })],
);
