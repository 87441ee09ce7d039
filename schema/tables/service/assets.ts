import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "./keys.ts";

/** Uploaded pictures and films, as far as a search has to know them. */
export const assets = sqliteTable(
  "assets",
  {
    id: text().primaryKey(),
    keyId: text("key_id")
      .notNull()
      .references(() => keys.id),
    mediaKind: text("media_kind", { enum: ["image", "video"] }).notNull(),
    status: text({ enum: ["pending", "processing", "processed", "failed", "blocked", "expired"] }).notNull(),
    submittedAt: integer("submitted_at").notNull(),
  },
  (table) => [
    index("assets_by_key").on(table.keyId, table.submittedAt),
    check("assets_media_kind", sql`${table.mediaKind} in ('image', 'video')`),
    check(
      "assets_status",
      sql`${table.status} in ('pending', 'processing', 'processed', 'failed', 'blocked', 'expired')`,
    ),
  ],
);
