import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The audit trail: one line of JSON per event (schema/wire/audit.ts), exactly as it is exported. Lines are only appended, and
 * the oldest ones removed. The other columns repeat what lists filter by.
 */
export const auditLines = sqliteTable(
  "audit_lines",
  {
    /** Consecutive from 1. */
    seq: integer().primaryKey(),
    at: integer().notNull(),
    /** The key that acted, or that was acted on. Not a reference: lines are never changed. */
    keyId: text("key_id"),
    line: text().notNull(),
    /** Read from the line. Null for a damaged one, which must not stop others from being written. */
    action: text().generatedAlwaysAs(sql`case when json_valid(line) then json_extract(line, '$.action') end`),
    /** The name of who acted; the kind for the server, which has no name. */
    actorName: text("actor_name").generatedAlwaysAs(
      sql`case when json_valid(line) then coalesce(json_extract(line, '$.actor.name'), json_extract(line, '$.actor.user'), json_extract(line, '$.actor.kind')) end`,
    ),
  },
  (table) => [
    index("audit_lines_by_time").on(table.at),
    index("audit_lines_by_key")
      .on(table.keyId, table.seq)
      .where(sql`key_id is not null`),
    index("audit_lines_by_action").on(table.action, table.seq),
    index("audit_lines_by_actor").on(table.actorName, table.seq),
  ],
);

/**
 * The ends of the chain, one row: the last removed line (`anchor`, number 0 if none was removed) and the last line (`head`).
 * Without them, lines that are missing at an end could not be noticed.
 */
export const auditEnds = sqliteTable(
  "audit_ends",
  {
    id: integer().primaryKey(),
    anchorSeq: integer("anchor_seq").notNull(),
    anchorSha256: text("anchor_sha256").notNull(),
    headSeq: integer("head_seq").notNull(),
    headSha256: text("head_sha256").notNull(),
  },
  (table) => [check("audit_ends_single", sql`${table.id} = 1`)],
);
