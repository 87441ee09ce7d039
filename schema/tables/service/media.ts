import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Media by their ref (schema/media-ref.ts), as an import found them. Size and time show whether a file in place is still the
 * same. A rendered ref has a row once it was rendered: its digest is that of the song's fields, its size and time are 0.
 */
export const mediaSources = sqliteTable("media_sources", {
  ref: text().primaryKey(),
  byteSize: integer("byte_size").notNull(),
  /** Milliseconds since the epoch, whole. */
  modifiedAt: integer("modified_at").notNull(),
  /** SHA-256 in hexadecimal, of the bytes where there is a file. Null for a file in place until a job has read it. */
  digest: text(),
});

/**
 * Where a file that was copied or linked into the store came from, so that importing it again reads it not at all.
 * Only good while size and time are the same.
 */
export const mediaOrigins = sqliteTable(
  "media_origins",
  {
    /** Absolute. */
    path: text().primaryKey(),
    byteSize: integer("byte_size").notNull(),
    modifiedAt: integer("modified_at").notNull(),
    /** `store:<sha256>.<ext>` */
    ref: text().notNull(),
  },
  (table) => [index("media_origins_by_ref").on(table.ref)],
);

/** What was measured of media, by content, so that an import never loses it. */
export const mediaFacts = sqliteTable("media_facts", {
  /** SHA-256 of what was measured, in hexadecimal. */
  digest: text().primaryKey(),
  /** Which way of measuring: a newer version measures again. */
  version: integer().notNull(),
  /** JSON of schema/wire/audio-facts.ts; null where it could not be measured. */
  facts: text(),
  /** Why not, for people. */
  error: text(),
  measuredAt: integer("measured_at").notNull(),
});

/** Files made of media, by content and recipe. */
export const mediaMade = sqliteTable(
  "media_made",
  {
    /** The source's, as in `media_sources`; of a stems zip: SHA-256 over the digests and names of what it holds. */
    digest: text().notNull(),
    kind: text({ enum: ["mp3", "wav", "watermarked", "stems", "peaks"] }).notNull(),
    /** What else decides the bytes: the version of the recipe, for a watermarked one the digest of the mark too. */
    recipe: text().notNull(),
    /** `store:<sha256>.<ext>` of what was made; null where it could not be made. */
    ref: text(),
    error: text(),
    madeAt: integer("made_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.digest, table.kind, table.recipe] }),
    index("media_made_by_ref").on(table.ref),
    check("media_made_kind", sql`${table.kind} in ('mp3', 'wav', 'watermarked', 'stems', 'peaks')`),
  ],
);
