import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "./keys.ts";

/**
 * One run of a search. A search itself is only an id, derived from key and normalized inputs, so
 * equivalent requests meet in `search_id`; at most one execution of it is in flight.
 */
export const executions = sqliteTable(
  "executions",
  {
    id: text().primaryKey(),
    searchId: text("search_id").notNull(),
    keyId: text("key_id")
      .notNull()
      .references(() => keys.id),
    status: text({ enum: ["processing", "completed", "failed"] }).notNull(),
    tier: text({ enum: ["text", "image", "video"] }).notNull(),
    query: text(),
    context: text(),
    /** JSON array of asset ids, without duplicates. */
    assetIds: text("asset_ids").notNull(),
    callbackUrl: text("callback_url").notNull(),
    errorCode: text("error_code"),
    errorDetail: text("error_detail"),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (table) => [
    uniqueIndex("executions_in_flight")
      .on(table.searchId)
      .where(sql`status = 'processing'`),
    index("executions_by_search").on(table.searchId, table.finishedAt),
    index("executions_by_end")
      .on(table.finishedAt, table.id)
      .where(sql`finished_at is not null`),
    check("executions_status", sql`${table.status} in ('processing', 'completed', 'failed')`),
    check("executions_tier", sql`${table.tier} in ('text', 'image', 'video')`),
    check("executions_finished", sql`(${table.status} = 'processing') = (${table.finishedAt} is null)`),
  ],
);

/**
 * What a completed execution answered: JSON of schema/wire/answer.ts (brief and ranking, never URLs). A table of its
 * own, because it is some fifteen kilobytes that no look at executions wants to read over.
 */
export const answers = sqliteTable("answers", {
  executionId: text("execution_id")
    .primaryKey()
    .references(() => executions.id, { onDelete: "cascade" }),
  answer: text().notNull(),
});
