import { blob, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * Everything a list can be filtered by, once: a tag, an energy, a tempo, a key, an artist's id, the two
 * booleans. The tables of this file are derived: every import writes them anew from the songs.
 */
export const filterTerms = sqliteTable(
  "filter_terms",
  {
    id: integer().primaryKey(),
    /** The filter's name in `filter[…]`. */
    kind: text().notNull(),
    /** Folded (NFKC, lower case), which is what filters compare. */
    folded: text().notNull(),
    /** How many songs have it: the rarest filter leads a query. */
    songs: integer().notNull(),
  },
  (table) => [uniqueIndex("filter_terms_by_folded").on(table.kind, table.folded)],
);

/** Which songs have a term, packed in blocks (src/catalog/filter-block.ts): a row for every song would be ten times as much. */
export const filterBlocks = sqliteTable("filter_blocks", {
  /** Term × 4096 + block. */
  key: integer().primaryKey(),
  /** Offsets of the songs in the block, ascending, two bytes each. */
  offsets: blob({ mode: "buffer" }).notNull(),
});

/** Artist names as filters compare them. Here and not in `artists`, because it is derived as well. */
export const artistNames = sqliteTable(
  "artist_names",
  {
    artistId: text("artist_id").primaryKey(),
    folded: text().notNull(),
  },
  (table) => [index("artist_names_by_folded").on(table.folded)],
);
