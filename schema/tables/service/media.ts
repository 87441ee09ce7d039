import { sql } from "drizzle-orm";
import { blob, check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Media by their ref (schema/media-ref.ts), as the import found them. Size and time show whether a file in place has
 * changed. A rendered ref gets its row when it is rendered: the digest is that of the song's fields, size and time are 0.
 */
export const mediaSources = sqliteTable("media_sources", {
  ref: text().primaryKey(),
  byteSize: integer("byte_size").notNull(),
  /** Whole milliseconds since the epoch. */
  modifiedAt: integer("modified_at").notNull(),
  /** SHA-256 of the file in hexadecimal. Null for a file in place until a job has read it. */
  digest: text(),
});

/**
 * The original path of a file that was copied or linked into the store, so that a second import does not read it again.
 * Valid only while size and modification time are unchanged.
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

/** Media in a store of objects whose bytes are not those of their digest. They are not served, and importing them again replaces them. */
export const damagedMedia = sqliteTable("damaged_media", {
  /** `store:<sha256>.<ext>` */
  ref: text().primaryKey(),
  /** When it was last read. Milliseconds since the epoch. */
  checkedAt: integer("checked_at").notNull(),
});

/** Measurements of media, keyed by content digest, so that they survive every import. */
export const mediaFacts = sqliteTable("media_facts", {
  /** SHA-256 of the measured file, in hexadecimal. */
  digest: text().primaryKey(),
  /** Version of the measurement. Facts of an older version are measured again. */
  version: integer().notNull(),
  /** JSON of schema/wire/audio-facts.ts. Null if the measurement failed. */
  facts: text(),
  /** Why the measurement failed, for people. */
  error: text(),
  measuredAt: integer("measured_at").notNull(),
});

/** Descriptors of sound, keyed by content digest, from the same measurement as the facts. */
export const mediaDescriptors = sqliteTable("media_descriptors", {
  /** SHA-256 of the measured file, in hexadecimal. */
  digest: text().primaryKey(),
  /** Version of the descriptor. Files with an older version are measured again. */
  version: integer().notNull(),
  /** Bytes as in src/audio/descriptor/descriptor-bytes.ts. Null if the sound is too short or silent. */
  descriptor: blob({ mode: "buffer" }),
});

/** Files that were generated from media, keyed by content digest and recipe. */
export const mediaMade = sqliteTable(
  "media_made",
  {
    /** The source's digest, as in `media_sources`. For a stems zip: SHA-256 over the digests and names of its files. */
    digest: text().notNull(),
    kind: text({ enum: ["mp3", "wav", "watermarked", "stems", "peaks", "structure", "cut", "imprinted"] }).notNull(),
    /** Version of the recipe. For watermarked files it includes the digest of the watermark, for imprinted ones the recipient. */
    recipe: text().notNull(),
    /** `store:<sha256>.<ext>` of the generated file. Null if generating failed. */
    ref: text(),
    error: text(),
    /** For cuts and imprinted files, the time of their last use, to the hour. */
    madeAt: integer("made_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.digest, table.kind, table.recipe] }),
    index("media_made_by_ref").on(table.ref),
    // The cuts and imprinted files that were not used for longest are deleted first.
    index("media_made_cuts")
      .on(table.madeAt)
      .where(sql`kind = 'cut'`),
    index("media_made_imprinted")
      .on(table.madeAt)
      .where(sql`kind = 'imprinted'`),
    check(
      "media_made_kind",
      sql`${table.kind} in ('mp3', 'wav', 'watermarked', 'stems', 'peaks', 'structure', 'cut', 'imprinted')`,
    ),
  ],
);
