import { blob, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * Every value that a list can be filtered by: tags, energy, tempo, key, artist id and the two booleans.
 * The tables of this file are derived: every import rebuilds them from the songs.
 */
export const filterTerms = sqliteTable(
  "filter_terms",
  {
    id: integer().primaryKey(),
    /** The filter's name in `filter[…]`. */
    kind: text().notNull(),
    /** Folded (NFKC, lower case). Filters compare this form. */
    folded: text().notNull(),
    /** Number of songs with the value: a query starts with the rarest filter. */
    songs: integer().notNull(),
  },
  (table) => [uniqueIndex("filter_terms_by_folded").on(table.kind, table.folded)],
);

/** The songs of each term, packed in blocks (src/catalog/filter-block.ts). One row per song would take ten times the space. */
export const filterBlocks = sqliteTable("filter_blocks", {
  /** Term × 4096 + block. */
  key: integer().primaryKey(),
  /** Offsets of the songs within the block, ascending, two bytes each. */
  offsets: blob({ mode: "buffer" }).notNull(),
});

/** Artist names in the form that filters compare. Not a column of `artists`, because they are derived. */
export const artistNames = sqliteTable(
  "artist_names",
  {
    artistId: text("artist_id").primaryKey(),
    folded: text().notNull(),
  },
  (table) => [index("artist_names_by_folded").on(table.folded)],
);
