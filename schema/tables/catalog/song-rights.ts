import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { songs } from "./songs.ts";

/** Rights of the songs that have some on file. A table of its own, so that songs without rights cost nothing. */
export const songRights = sqliteTable(
  "song_rights",
  {
    ordinal: integer()
      .primaryKey()
      .references(() => songs.ordinal),
    /** JSON object, see schema/rights.ts. */
    rights: text().notNull(),
    /** What is wrong with the shares, as the import reported it; null if nothing is. */
    fault: text(),
  },
  (table) => [
    check("song_rights_json", sql`json_valid(${table.rights})`),
    index("song_rights_with_fault")
      .on(table.ordinal)
      .where(sql`${table.fault} is not null`),
  ],
);
