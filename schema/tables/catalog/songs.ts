import { sql } from "drizzle-orm";
import { blob, check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Songs from the dumps. `ordinal` is the catalog's order, stable across imports: lists are paged by it, and the index
 * uses it as the document number. The digest comes before the long texts, so that reading all digests does not
 * read all lyrics.
 */
export const songs = sqliteTable(
  "songs",
  {
    ordinal: integer().primaryKey(),
    id: text().notNull().unique(),
    /** SHA-256 of the normalized record, to detect unchanged records. */
    digest: blob({ mode: "buffer" }).notNull(),
    title: text().notNull(),
    description: text().notNull(),
    /** Energy from the dump, or null. `energyInferred` is inferred from tags and tempo. */
    energy: text({ enum: ["very_low", "low", "medium", "high"] }),
    energyInferred: text("energy_inferred", { enum: ["very_low", "low", "medium", "high"] }).notNull(),
    explicit: integer({ mode: "boolean" }),
    isrc: text(),
    /** Unix seconds. */
    releasedAt: integer("released_at"),
    bpm: integer(),
    keyName: text("key_name").notNull(),
    keyMode: text("key_mode").notNull(),
    /** JSON object of four string lists: genre, mood, instrument, characteristic. */
    tags: text().notNull(),
    /** Media ref of the stems archive, or null. */
    stemsPath: text("stems_path"),
    lyrics: text().notNull(),
  },
  (table) => [
    check("songs_energy", sql`${table.energy} is null or ${table.energy} in ('very_low', 'low', 'medium', 'high')`),
    check("songs_energy_inferred", sql`${table.energyInferred} in ('very_low', 'low', 'medium', 'high')`),
    check("songs_tags", sql`json_valid(${table.tags})`),
  ],
);
