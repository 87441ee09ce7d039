import { sql } from "drizzle-orm";
import { jobs } from "../../schema/tables/service/jobs.ts";

/** Word for word as in the conditions of the table's partial indexes: only then does SQLite use those. */
export const isUnfinished = sql`${jobs.state} in ('ready', 'running')`;
export const isReady = sql`${jobs.state} = 'ready'`;
export const isRunning = sql`${jobs.state} = 'running'`;
