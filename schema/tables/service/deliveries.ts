import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { executions } from "./executions.ts";

/** One webhook: the result of one execution, sent to one URL. `id` is the `webhook-id` of every attempt. */
export const deliveries = sqliteTable(
  "deliveries",
  {
    id: text().primaryKey(),
    executionId: text("execution_id")
      .notNull()
      .references(() => executions.id, { onDelete: "cascade" }),
    url: text().notNull(),
    status: text({ enum: ["pending", "delivered", "failed"] }).notNull(),
    /** Attempts so far, including replays. */
    attempts: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (table) => [
    index("deliveries_by_creation").on(table.createdAt, table.id),
    index("deliveries_by_status").on(table.status, table.createdAt, table.id),
    index("deliveries_by_execution").on(table.executionId),
    check("deliveries_status", sql`${table.status} in ('pending', 'delivered', 'failed')`),
  ],
);

/** The log of attempts. src/webhooks/attempt-result.ts defines the values of `outcome`. */
export const deliveryAttempts = sqliteTable(
  "delivery_attempts",
  {
    deliveryId: text("delivery_id")
      .notNull()
      .references(() => deliveries.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    at: integer().notNull(),
    durationMs: integer("duration_ms").notNull(),
    outcome: text().notNull(),
    statusCode: integer("status_code"),
    detail: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
);
