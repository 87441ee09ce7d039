import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The folders that the server watches (setting WATCH), and those that it watched before. */
export const watchFolders = sqliteTable(
  "watch_folders",
  {
    /** Absolute path. */
    folder: text().primaryKey(),
    /** Digest of the paths, sizes and times of the files at the last import. Null before the first one. */
    fingerprint: text(),
    importedAt: integer("imported_at"),
    /** Songs that would be retired, but need a confirmation. 0: none. */
    held: integer().notNull().default(0),
    /** The number of songs that an operator allowed to retire. Null: none. */
    confirmed: integer(),
    /** What the last look found, for people. */
    state: text({ enum: ["waiting", "current", "held", "unavailable", "failed"] }).notNull(),
    detail: text().notNull(),
    /** When the state began. */
    since: integer().notNull(),
  },
  (table) => [
    check("watch_folders_state", sql`${table.state} in ('waiting', 'current', 'held', 'unavailable', 'failed')`),
  ],
);

/** Songs that only watched folders have brought. Songs of other imports are never here, so no watch retires them. */
export const watchSongs = sqliteTable(
  "watch_songs",
  {
    folder: text().notNull(),
    songId: text("song_id").notNull(),
    /** When an import first found that the folder no longer has the song. Null while it has it. */
    absentSince: integer("absent_since"),
  },
  (table) => [
    primaryKey({ columns: [table.folder, table.songId] }),
    index("watch_songs_by_song").on(table.songId),
    index("watch_songs_by_absence").on(table.folder, table.absentSince),
  ],
);
