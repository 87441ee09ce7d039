import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * API keys. `id` is the public UUID (the `key` parameter of signed URLs). Of the secret token, only the SHA-256 in
 * hexadecimal is stored. The webhook secret is stored in plain text, because signing needs it.
 */
export const keys = sqliteTable(
  "keys",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    mode: text({ enum: ["live", "test", "trial"] }).notNull(),
    tokenHash: text("token_hash").notNull(),
    webhookSecret: text("webhook_secret").notNull(),
    hasSupervisor: integer("has_supervisor", { mode: "boolean" }).notNull(),
    hasImages: integer("has_images", { mode: "boolean" }).notNull(),
    hasVideo: integer("has_video", { mode: "boolean" }).notNull(),
    hasAudio: integer("has_audio", { mode: "boolean" }).notNull().default(false),
    hasEdits: integer("has_edits", { mode: "boolean" }).notNull().default(false),
    /** Whom the key is for, if watermarked files get an imprint, and the number in `recipients`. */
    recipient: text(),
    recipientNumber: integer("recipient_number"),
    /** Searches per second. */
    rate: integer().notNull(),
    /** Uploads per rolling 24 hours. */
    imageQuota: integer("image_quota").notNull(),
    videoQuota: integer("video_quota").notNull(),
    audioQuota: integer("audio_quota").notNull().default(200),
    createdAt: integer("created_at").notNull(),
    revokedAt: integer("revoked_at"),
    /** From this time on, the key is refused. Null means never. */
    expiresAt: integer("expires_at"),
    /** The last request with the key's token or with a link signed for it, to the minute. */
    lastUsedAt: integer("last_used_at"),
    /** What the last rotation replaced, and when it stops being valid. */
    previousTokenHash: text("previous_token_hash"),
    previousTokenUntil: integer("previous_token_until"),
    previousWebhookSecret: text("previous_webhook_secret"),
    previousSecretUntil: integer("previous_secret_until"),
  },
  (table) => [
    index("keys_by_creation").on(table.createdAt, table.id),
    check("keys_mode", sql`${table.mode} in ('live', 'test', 'trial')`),
    check("keys_rate", sql`${table.rate} > 0`),
  ],
);

/** Private playlists that a key can see in addition to the public ones. Playlist ids come from the catalog. */
export const keyPlaylists = sqliteTable(
  "key_playlists",
  {
    keyId: text("key_id")
      .notNull()
      .references(() => keys.id, { onDelete: "cascade" }),
    playlistId: integer("playlist_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.playlistId] })],
);
