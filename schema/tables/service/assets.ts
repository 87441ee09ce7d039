import { sql } from "drizzle-orm";
import { blob, check, index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "./keys.ts";

/** Uploaded pictures, films and audio files. While the original is needed, the data folder stores it under the same id. */
export const assets = sqliteTable(
  "assets",
  {
    id: text().primaryKey(),
    keyId: text("key_id")
      .notNull()
      .references(() => keys.id),
    mediaKind: text("media_kind", { enum: ["image", "video", "audio"] }).notNull(),
    status: text({ enum: ["pending", "processing", "processed", "failed", "blocked", "expired"] }).notNull(),
    submittedAt: integer("submitted_at").notNull(),
    /** The declared type, checked against the first bytes. */
    contentType: text("content_type").notNull().default("application/octet-stream"),
    byteSize: integer("byte_size").notNull().default(0),
    /** Digest of the original, in hexadecimal. */
    sha256: text(),
    /** Pixels, after the orientation is applied; null for audio files. */
    width: integer(),
    height: integer(),
    /** Seconds; null for pictures. */
    duration: real(),
    /** Whether the original is kept after the analysis. */
    originalRetained: integer("original_retained", { mode: "boolean" }).notNull().default(false),
    /** When the analysis ended, in success or failure. */
    processedAt: integer("processed_at"),
    /** Why the asset failed or was blocked, as text for people. */
    error: text(),
    /** JSON of schema/wire/analysis.ts. Null before the asset is processed and after it has expired. */
    analysis: text(),
  },
  (table) => [
    index("assets_by_key").on(table.keyId, table.submittedAt, table.id),
    index("assets_by_time").on(table.submittedAt, table.id),
    index("assets_by_status").on(table.status, table.submittedAt, table.id),
    index("assets_to_expire")
      .on(table.processedAt)
      .where(sql`status = 'processed'`),
    check("assets_media_kind", sql`${table.mediaKind} in ('image', 'video', 'audio')`),
    check(
      "assets_status",
      sql`${table.status} in ('pending', 'processing', 'processed', 'failed', 'blocked', 'expired')`,
    ),
  ],
);

/**
 * What processed audio files sound like, and the sound of films of keys that can search by sound, until the analysis expires. A
 * separate table, because lists of assets do not need it.
 */
export const assetSounds = sqliteTable("asset_sounds", {
  assetId: text("asset_id")
    .primaryKey()
    .references(() => assets.id, { onDelete: "cascade" }),
  /** The version of the descriptors in it. */
  version: integer().notNull(),
  /** As src/audio/hearing/hearing.ts packs it. */
  hearing: blob({ mode: "buffer" }).notNull(),
});

/** Accepted uploads of the last day, for the quotas. A separate table, so that deleting an asset does not free quota. */
export const uploads = sqliteTable(
  "uploads",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    keyId: text("key_id")
      .notNull()
      .references(() => keys.id, { onDelete: "cascade" }),
    mediaKind: text("media_kind", { enum: ["image", "video", "audio"] }).notNull(),
    acceptedAt: integer("accepted_at").notNull(),
  },
  (table) => [
    index("uploads_by_key").on(table.keyId, table.mediaKind, table.acceptedAt),
    index("uploads_by_time").on(table.acceptedAt),
    check("uploads_media_kind", sql`${table.mediaKind} in ('image', 'video', 'audio')`),
  ],
);
