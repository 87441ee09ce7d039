import { sql } from "drizzle-orm";
import { blob, check, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Models that songs have vectors of. A model that begins to answer in other dimensions is another one. */
export const embeddingModels = sqliteTable(
  "embedding_models",
  {
    id: integer().primaryKey(),
    name: text().notNull(),
    dims: integer().notNull(),
    /** Format of the words and version of the catalog of which every song has been asked for; null: of none yet. */
    covered: text(),
  },
  (table) => [
    uniqueIndex("embedding_models_by_name").on(table.name, table.dims),
    check("embedding_models_dims", sql`${table.dims} > 0`),
  ],
);

/** Vectors by what they were made of, so that an import that leaves a song's words alone makes none anew. */
export const embeddings = sqliteTable(
  "embeddings",
  {
    modelId: integer("model_id")
      .notNull()
      .references(() => embeddingModels.id),
    /** The first 16 bytes of SHA-256 over the song's words. */
    key: blob({ mode: "buffer" }).notNull(),
    /** Its direction: a signed byte for each dimension. */
    vector: blob({ mode: "buffer" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.modelId, table.key] }),
    check("embeddings_key", sql`length(${table.key}) = 16`),
  ],
);
