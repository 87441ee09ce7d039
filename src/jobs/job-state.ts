import { sql } from "drizzle-orm";
import { jobs } from "../../schema/tables/service/jobs.ts";

/** Literally the conditions of the table's partial indexes: SQLite uses an index only for the same condition. */
export const isUnfinished = sql`${jobs.state} in ('ready', 'running')`;
export const isReady = sql`${jobs.state} = 'ready'`;
export const isRunning = sql`${jobs.state} = 'running'`;
