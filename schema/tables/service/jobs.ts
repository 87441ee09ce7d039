import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * In lanes that run the shortest work first, jobs of a key are ordered by this time, in milliseconds since the epoch. Waiting
 * counts: a job is overtaken only by those that become due within five times its own expected work. The index needs a constant,
 * so a new weight needs a migration.
 */
export const WORK_WEIGHT = 5;
export const ORDER_TIME = `run_at + ${WORK_WEIGHT} * work_ms`;

/** The durable queue. A running job holds a lease. The rescuer returns jobs whose lease has expired to the queue. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().notNull(),
    lane: text().notNull(),
    /** JSON, checked against the kind's payload schema when it is claimed. */
    payload: text().notNull(),
    state: text({ enum: ["ready", "running", "done", "failed", "cancelled"] }).notNull(),
    /** Number of attempts that have started. */
    attempt: integer().notNull().default(0),
    runAt: integer("run_at").notNull(),
    /** When `runAt` was set. A time in the future means that the clock was set back since. */
    scheduledAt: integer("scheduled_at").notNull().default(0),
    /** The key that the job runs for; empty if it runs for none. Worker slots are shared fairly between clients. */
    client: text().notNull().default(""),
    /** Milliseconds of processor time that the job is expected to take; 0 if it takes little or is unknown. */
    workMs: integer("work_ms").notNull().default(0),
    /** How often the process ended during this job since the last attempt that ended by itself; 1 after a crash of a child process. */
    rescues: integer().notNull().default(0),
    /** How many of these ends happened while the job ran alone, without another end in between. */
    crashes: integer().notNull().default(0),
    leaseUntil: integer("lease_until"),
    leaseOwner: text("lease_owner"),
    /** While a job with this key is ready or running, the queue adds no second one. */
    uniqueKey: text("unique_key"),
    error: text(),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (table) => [
    index("jobs_to_claim")
      .on(table.lane, table.runAt, table.id)
      .where(sql`state = 'ready'`),
    index("jobs_in_turn")
      .on(table.lane, table.client, table.runAt, table.id)
      .where(sql`state = 'ready'`),
    index("jobs_by_work")
      .on(table.lane, table.client, sql.raw(ORDER_TIME), table.id)
      .where(sql`state = 'ready'`),
    index("jobs_rescued")
      .on(table.runAt)
      .where(sql`state = 'ready' and rescues > 0`),
    index("jobs_leased")
      .on(table.leaseUntil)
      .where(sql`state = 'running'`),
    index("jobs_finished")
      .on(table.state, table.finishedAt)
      .where(sql`finished_at is not null`),
    uniqueIndex("jobs_unique")
      .on(table.uniqueKey)
      .where(sql`unique_key is not null and state in ('ready', 'running')`),
    check("jobs_state", sql`${table.state} in ('ready', 'running', 'done', 'failed', 'cancelled')`),
    check("jobs_lease", sql`(${table.state} = 'running') = (${table.leaseUntil} is not null)`),
  ],
);
