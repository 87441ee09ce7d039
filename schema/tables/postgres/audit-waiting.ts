import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What `audit_lines` reads from a line as the name of who acted. */
const ACTOR_NAME = sql`coalesce(json_or_null(entry) #>> '{actor,name}', json_or_null(entry) #>> '{actor,user}')`;

/**
 * Events that have no number in the audit trail yet. Transactions of all nodes insert them, and one node at a time moves them into the
 * chain. Only on PostgreSQL.
 */
export const auditWaiting = sqliteTable(
  "audit_waiting",
  {
    id: integer().primaryKey(),
    at: integer().notNull(),
    keyId: text("key_id"),
    /** The JSON of the line, without number and digest. */
    entry: text().notNull(),
  },
  // The index of names refuses longer ones, and an event that cannot be moved would hold up all others.
  () => [check("audit_waiting_actor_fits", sql`octet_length(${ACTOR_NAME}) <= 2000`)],
);
