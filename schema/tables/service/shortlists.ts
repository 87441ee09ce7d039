import { sql } from "drizzle-orm";
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "./keys.ts";

/** Lists of songs that a key, or the user who acts with it, keeps. */
export const shortlists = sqliteTable(
  "shortlists",
  {
    id: text().primaryKey(),
    keyId: text("key_id")
      .notNull()
      .references(() => keys.id),
    name: text().notNull(),
    note: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** The last change of the list or of one of its entries. */
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("shortlists_by_key").on(table.keyId, table.createdAt, table.id)],
);

/**
 * The songs of a shortlist. `position` counts from 1 without gaps; every change of the order writes all positions that change.
 * Title and artists are those of the last time the song was in the catalog, so that an entry has a name when the song is gone.
 */
export const shortlistEntries = sqliteTable(
  "shortlist_entries",
  {
    id: text().primaryKey(),
    shortlistId: text("shortlist_id")
      .notNull()
      .references(() => shortlists.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    songId: text("song_id").notNull(),
    songTitle: text("song_title").notNull(),
    /** Names, separated by commas. */
    songArtists: text("song_artists").notNull(),
    note: text().notNull(),
    /** 0 to 5; 0 means not rated. */
    rating: integer().notNull(),
    /** The chosen version; null for the song's first one. */
    audioFileId: text("audio_file_id"),
    /** The film that the offset is for. */
    assetId: text("asset_id"),
    /** Where the song begins in the picture. A negative offset begins within the song. */
    offsetSeconds: real("offset_seconds"),
    addedAt: integer("added_at").notNull(),
  },
  (table) => [
    uniqueIndex("shortlist_entries_by_song").on(table.shortlistId, table.songId),
    index("shortlist_entries_by_position").on(table.shortlistId, table.position),
    check("shortlist_entries_rating", sql`${table.rating} between 0 and 5`),
  ],
);

/** Links that let people without an account hear a shortlist. The link is signed; the row can only end it. */
export const shortlistShares = sqliteTable(
  "shortlist_shares",
  {
    id: text().primaryKey(),
    shortlistId: text("shortlist_id")
      .notNull()
      .references(() => shortlists.id, { onDelete: "cascade" }),
    /** Whom the link is for; the page shows the name. */
    recipient: text().notNull(),
    /** Whether the page has the notes on the songs. */
    hasNotes: integer("has_notes", { mode: "boolean" }).notNull(),
    createdAt: integer("created_at").notNull(),
    /** A whole second. */
    expiresAt: integer("expires_at").notNull(),
    revokedAt: integer("revoked_at"),
    opens: integer().notNull(),
    lastOpenedAt: integer("last_opened_at"),
    /** The recipient's number in `recipients`; null if files have no imprint. */
    recipientNumber: integer("recipient_number"),
  },
  (table) => [index("shortlist_shares_by_list").on(table.shortlistId, table.createdAt)],
);
