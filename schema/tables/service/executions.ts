import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "./keys.ts";

/**
 * One run of a search. A search itself is only an id, derived from the key and the normalized inputs, so equivalent
 * requests have the same `search_id`. At most one execution per search is in flight.
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
    tier: text({ enum: ["text", "image", "video", "audio"] }).notNull(),
    query: text(),
    context: text(),
    /** JSON array of asset ids, without duplicates. */
    assetIds: text("asset_ids").notNull(),
    callbackUrl: text("callback_url").notNull(),
    /** JSON of schema/wire/refinement.ts; null for a request of the interface alone. */
    refinement: text(),
    /** The request that started it, for the log; null for executions of earlier versions. */
    requestId: text("request_id"),
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
    check("executions_tier", sql`${table.tier} in ('text', 'image', 'video', 'audio')`),
    check("executions_finished", sql`(${table.status} = 'processing') = (${table.finishedAt} is null)`),
  ],
);

/**
 * Answers of completed executions: JSON of schema/wire/answer.ts (brief and ranking, never URLs). They have their own
 * table, so that queries on executions do not read about 15 KB per answer.
 */
export const answers = sqliteTable("answers", {
  executionId: text("execution_id")
    .primaryKey()
    .references(() => executions.id, { onDelete: "cascade" }),
  answer: text().notNull(),
});
