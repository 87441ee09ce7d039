import { sql } from "drizzle-orm";
import { check, index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "./keys.ts";

/** Uploaded pictures and films. The original lies below the data folder under the same id, as long as it is needed. */
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
    /** As declared, and not contradicted by the bytes. */
    contentType: text("content_type").notNull().default("application/octet-stream"),
    byteSize: integer("byte_size").notNull().default(0),
    /** Of the original's bytes, in hexadecimal. */
    sha256: text(),
    /** As the picture or film is shown: after its orientation was applied. */
    width: integer(),
    height: integer(),
    /** Seconds; null for pictures. */
    duration: real(),
    /** Whether the original is kept after the analysis. */
    originalRetained: integer("original_retained", { mode: "boolean" }).notNull().default(false),
    /** When the analysis ended, however it did. */
    processedAt: integer("processed_at"),
    /** Why it failed or was blocked, for people. */
    error: text(),
    /** JSON of schema/wire/analysis.ts; null until it is processed, and again once it is expired. */
    analysis: text(),
  },
  (table) => [
    index("assets_by_key").on(table.keyId, table.submittedAt, table.id),
    index("assets_to_expire")
      .on(table.processedAt)
      .where(sql`status = 'processed'`),
    check("assets_media_kind", sql`${table.mediaKind} in ('image', 'video')`),
    check(
      "assets_status",
      sql`${table.status} in ('pending', 'processing', 'processed', 'failed', 'blocked', 'expired')`,
    ),
  ],
);

/**
 * Accepted uploads of the last day, for the quotas. A table of its own, so that deleting an asset gives no upload back.
 */
export const uploads = sqliteTable(
  "uploads",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    keyId: text("key_id")
      .notNull()
      .references(() => keys.id, { onDelete: "cascade" }),
    mediaKind: text("media_kind", { enum: ["image", "video"] }).notNull(),
    acceptedAt: integer("accepted_at").notNull(),
  },
  (table) => [
    index("uploads_by_key").on(table.keyId, table.mediaKind, table.acceptedAt),
    index("uploads_by_time").on(table.acceptedAt),
    check("uploads_media_kind", sql`${table.mediaKind} in ('image', 'video')`),
  ],
);
