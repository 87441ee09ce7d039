import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Everybody whose files have an imprint. The number determines the pattern. Rows are never changed or deleted, so that a file can be
 * traced after its link or key has ended, or the link is forgotten.
 */
export const recipients = sqliteTable("recipients", {
  number: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  /** The key that the files are for, or that shared the list. */
  keyId: text("key_id").notNull(),
  /** The shared link; null for a key. */
  shareId: text("share_id"),
  /** The list as it was called when it was shared; null for a key. */
  shortlistName: text("shortlist_name"),
  createdAt: integer("created_at").notNull(),
});
