import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { songs } from "./songs.ts";

export const artists = sqliteTable("artists", {
  id: text().primaryKey(),
  name: text().notNull(),
  /** An https URL, kept as it is. */
  imageUrl: text("image_url"),
  /** Absolute path of a picture the dump brought along; served unsigned. */
  imagePath: text("image_path"),
});

/** Who plays a song, in billing order. */
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
