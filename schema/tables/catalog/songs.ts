import { sql } from "drizzle-orm";
import { blob, check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Songs as the dumps tell them. `ordinal` is the catalog's own order (kept across imports): lists
 * page by it and the index numbers its documents by it. The digest stands before the long texts, so
 * that reading all digests does not read all lyrics.
 */
export const songs = sqliteTable(
  "songs",
  {
    ordinal: integer().primaryKey(),
    id: text().notNull().unique(),
    /** SHA-256 of the normalized record, to tell an unchanged one. */
    digest: blob({ mode: "buffer" }).notNull(),
    title: text().notNull(),
    description: text().notNull(),
    /** As given by the dump, else null; `energyInferred` holds what tags and tempo suggest. */
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
    /** Absolute path of the stems archive, else null. */
    stemsPath: text("stems_path"),
    lyrics: text().notNull(),
  },
  (table) => [
    check("songs_energy", sql`${table.energy} is null or ${table.energy} in ('very_low', 'low', 'medium', 'high')`),
    check("songs_energy_inferred", sql`${table.energyInferred} in ('very_low', 'low', 'medium', 'high')`),
    check("songs_tags", sql`json_valid(${table.tags})`),
  ],
);
