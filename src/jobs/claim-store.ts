import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { jobs } from "../../schema/tables/service/jobs.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { assert } from "../lib/assert.ts";
import { isReady, isRunning } from "./job-state.ts";
import type { DueClient } from "./fair-order.ts";

/** The queries of a claim on waiting jobs. Exported for the test of their query plans. */
export const CLAIM_QUERIES = {
  // Steps from client to client through the index, so that the number of one client's jobs does not affect the others.
  dueClients: `WITH RECURSIVE waiting(client) AS (
      SELECT min(client) FROM jobs WHERE lane = ?1 AND state = 'ready'
      UNION ALL
      SELECT (SELECT min(jobs.client) FROM jobs WHERE lane = ?1 AND state = 'ready' AND jobs.client > waiting.client)
        FROM waiting WHERE waiting.client IS NOT NULL
    )
    SELECT waiting.client AS client, (
        SELECT run_at FROM jobs
          WHERE lane = ?1 AND state = 'ready' AND jobs.client = waiting.client AND run_at <= ?2
            AND kind IN (SELECT value FROM json_each(?3))
          ORDER BY run_at, id LIMIT 1
      ) AS runAt
      FROM waiting WHERE waiting.client IS NOT NULL`,
  dueJobs: `SELECT id FROM jobs
    WHERE lane = ?1 AND state = 'ready' AND client = ?2 AND run_at <= ?3 AND kind IN (SELECT value FROM json_each(?4))
    ORDER BY run_at, id LIMIT ?5`,
  dueSuspect: `SELECT id FROM jobs
    WHERE state = 'ready' AND rescues > 0 AND run_at <= ?1 AND kind IN (SELECT value FROM json_each(?2))
    ORDER BY run_at, id LIMIT 1`,
} as const;

export interface ClaimedJob {
  readonly id: number;
  readonly kind: string;
  readonly lane: string;
  readonly client: string;
  /** Unparsed JSON. */
  readonly payload: string;
  readonly attempt: number;
  readonly rescues: number;
  readonly crashes: number;
}

/** Returns when the next job of a lane is due (index jobs_to_claim); null without one. */
export function nextRunAt(reading: Reading, lane: string, kinds: readonly string[]): number | null {
  const row = reading.orm
    .select({ runAt: jobs.runAt })
    .from(jobs)
    .where(and(eq(jobs.lane, lane), isReady, inArray(jobs.kind, [...kinds])))
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(1)
    .get();
  return row?.runAt ?? null;
}

/** Lists the clients of a lane with a due job of these kinds (index jobs_in_turn). */
export function dueClients(
  reading: Reading,
  lane: string,
  kinds: readonly string[],
  now: number,
): readonly DueClient[] {
  const query = reading.sqlite.query<{ client: string; runAt: number | null }, [string, number, string]>(
    CLAIM_QUERIES.dueClients,
  );
  const rows = query.all(lane, now, JSON.stringify(kinds));
  return rows.flatMap(({ client, runAt }) => (runAt === null ? [] : [{ client, runAt }]));
}

/** Lists up to `limit` due jobs of one client in a lane, longest due first (index jobs_in_turn). */
export function dueJobs(
  reading: Reading,
  of: {
    readonly lane: string;
    readonly client: string;
    readonly kinds: readonly string[];
    readonly now: number;
    readonly limit: number;
  },
): readonly number[] {
  const query = reading.sqlite.query<{ id: number }, [string, string, number, string, number]>(CLAIM_QUERIES.dueJobs);
  return query.all(of.lane, of.client, of.now, JSON.stringify(of.kinds), of.limit).map((row) => row.id);
}

/** Returns the rescued job of these kinds that has been due longest (index jobs_rescued); null without one. */
export function dueSuspect(reading: Reading, kinds: readonly string[], now: number): number | null {
  const query = reading.sqlite.query<{ id: number }, [number, string]>(CLAIM_QUERIES.dueSuspect);
  return query.get(now, JSON.stringify(kinds))?.id ?? null;
}

/** Counts the running jobs of a lane, by client (index jobs_leased). */
export function countRunning(reading: Reading, lane: string): Map<string, number> {
  const rows = reading.orm
    .select({ client: jobs.client, count: sql<number>`count(*)` })
    .from(jobs)
    .where(and(isRunning, eq(jobs.lane, lane)))
    .groupBy(jobs.client)
    .all();
  return new Map(rows.map((row) => [row.client, row.count]));
}

/** Claims waiting jobs and returns them in the order of `ids`. The caller's IMMEDIATE transaction makes this exclusive. */
export function claimJobs(
  tx: Writing,
  ids: readonly number[],
  lease: { readonly owner: string; readonly until: number },
): readonly ClaimedJob[] {
  if (ids.length === 0) return [];
  const claimed = tx.orm
    .update(jobs)
    .set({
      state: "running",
      attempt: sql`${jobs.attempt} + 1`,
      leaseUntil: lease.until,
      leaseOwner: lease.owner,
    })
    .where(and(inArray(jobs.id, [...ids]), isReady))
    .returning(CLAIMED)
    .all();
  assert(claimed.length === ids.length, "a due job was taken between its choice and its claim");
  return claimed.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** The columns of `ClaimedJob`. */
export const CLAIMED = {
  id: jobs.id,
  kind: jobs.kind,
  lane: jobs.lane,
  client: jobs.client,
  payload: jobs.payload,
  attempt: jobs.attempt,
  rescues: jobs.rescues,
  crashes: jobs.crashes,
};
