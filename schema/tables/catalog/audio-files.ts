import { sql } from "drizzle-orm";
import { check, index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { songs } from "./songs.ts";

/** Audio files in the order of the dump: the primary file has position 0. Media columns hold media refs, or null. */
export const audioFiles = sqliteTable(
  "audio_files",
  {
    id: text().primaryKey(),
    ordinal: integer()
      .notNull()
      .references(() => songs.ordinal),
    position: integer().notNull(),
    description: text().notNull(),
    vocals: text({ enum: ["lead", "background", "none"] }),
    /** Seconds. */
    duration: real(),
    stem: integer({ mode: "boolean" }).notNull(),
    wavPath: text("wav_path"),
    mp3Path: text("mp3_path"),
  },
  (table) => [
    index("audio_files_by_song").on(table.ordinal, table.position),
    check("audio_files_vocals", sql`${table.vocals} is null or ${table.vocals} in ('lead', 'background', 'none')`),
  ],
);
