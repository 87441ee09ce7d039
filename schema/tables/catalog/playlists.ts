import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { songs } from "./songs.ts";

/** Curated playlists. A playlist that only songs refer to has an empty name and is private. */
export const playlists = sqliteTable("playlists", {
  id: integer().primaryKey(),
  name: text().notNull(),
  public: integer({ mode: "boolean" }).notNull(),
});

export const songPlaylists = sqliteTable(
  "song_playlists",
  {
    ordinal: integer()
      .notNull()
      .references(() => songs.ordinal),
    playlistId: integer("playlist_id")
      .notNull()
      .references(() => playlists.id),
  },
  (table) => [primaryKey({ columns: [table.ordinal, table.playlistId] })],
);
