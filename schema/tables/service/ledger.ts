import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "./keys.ts";

/** The billing ledger: one row per execution, written when it ends, and one per cache hit. */
export const ledger = sqliteTable(
  "ledger",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    keyId: text("key_id")
      .notNull()
      .references(() => keys.id),
    searchId: text("search_id").notNull(),
    /** Null for a cache hit. Not a foreign key: ledger rows outlive executions. */
    executionId: text("execution_id"),
    tier: text({ enum: ["text", "image", "video", "audio", "cached"] }).notNull(),
    /** False for a failed execution. */
    billed: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [
    uniqueIndex("ledger_by_execution")
      .on(table.executionId)
      .where(sql`execution_id is not null`),
    index("ledger_by_time").on(table.at),
    check("ledger_tier", sql`${table.tier} in ('text', 'image', 'video', 'audio', 'cached')`),
    check("ledger_cached", sql`(${table.tier} = 'cached') = (${table.executionId} is null)`),
  ],
);
