import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { songs } from "./songs.ts";

export const artists = sqliteTable("artists", {
  id: text().primaryKey(),
  name: text().notNull(),
  /** An https URL from the dump, unchanged. */
  imageUrl: text("image_url"),
  /** Media ref of a picture from the dump. It is served at an unsigned URL. */
  imagePath: text("image_path"),
});

/** The artists of a song, in billing order. */
export const songArtists = sqliteTable(
  "song_artists",
  {
    ordinal: integer()
      .notNull()
      .references(() => songs.ordinal),
    position: integer().notNull(),
    artistId: text("artist_id")
      .notNull()
      .references(() => artists.id),
  },
  (table) => [primaryKey({ columns: [table.ordinal, table.position] })],
);
