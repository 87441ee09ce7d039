import { sql } from "drizzle-orm";
import { blob, check, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Embedding models that songs have vectors from. The same name with other dimensions is a different model. */
export const models = sqliteTable(
  "models",
  {
    id: integer().primaryKey(),
    name: text().notNull(),
    dims: integer().notNull(),
    /**
     * Text format and catalog version of the last complete run, in which every song was sent to the model. Null before
     * one.
     */
    covered: text(),
  },
  (table) => [uniqueIndex("models_by_name").on(table.name, table.dims), check("models_dims", sql`${table.dims} > 0`)],
);

/** Vectors, keyed by the embedded text: an import that does not change a song's text does not embed it again. */
export const vectors = sqliteTable(
  "vectors",
  {
    modelId: integer("model_id")
      .notNull()
      .references(() => models.id),
    /** The first 16 bytes of the SHA-256 of the embedded text. */
    key: blob({ mode: "buffer" }).notNull(),
    /** The direction of the vector: one signed byte per dimension. */
    vector: blob({ mode: "buffer" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.modelId, table.key] }),
    check("vectors_key", sql`length(${table.key}) = 16`),
  ],
);
