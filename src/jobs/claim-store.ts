import { and, eq, inArray, notInArray, or, sql } from "drizzle-orm";
import { jobs, ORDER_TIME } from "../../schema/tables/service/jobs.ts";
import { textsOf } from "../db/engine-sql.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, rows, type Work } from "../db/work.ts";
import { isReady, isRunning } from "./job-state.ts";
import type { DueClient } from "./fair-order.ts";
import type { Lane } from "./lane.ts";

const NO_JOB = 0;

/** Where the due jobs of a client are found in each order. The named index is in this order, so the first match is the next. */
const IN_ORDER: Readonly<Record<Lane["order"], { readonly index: string; readonly time: string }>> = {
  turns: { index: "jobs_in_turn", time: "run_at" },
  // Jobs that are not due yet are skipped one by one. The maximum of waiting jobs per client bounds them.
  shortest: { index: "jobs_by_work", time: ORDER_TIME },
};

/** The queries of a claim on waiting jobs. Exported for the test of their query plans. */
export const CLAIM_QUERIES = {
  // Steps from client to client through the index, so that the number of one client's jobs does not affect the others.
  dueClients: byOrder(
    ({ index, time }) =>
      ({ values, parameter, lookUp, indexedBy }) =>
        `WITH RECURSIVE waiting(client) AS (
      SELECT min(client) FROM jobs WHERE lane = ${parameter(1)} AND state = 'ready'
      UNION ALL
      SELECT (SELECT min(jobs.client) FROM jobs
          WHERE lane = ${parameter(1)} AND state = 'ready' AND jobs.client > waiting.client)
        FROM waiting WHERE waiting.client IS NOT NULL
    ), first(id) AS (
      SELECT (
          SELECT id FROM jobs ${indexedBy(index)}
            WHERE lane = ${parameter(1)} AND state = 'ready' AND jobs.client = waiting.client AND run_at <= ${parameter(2)}
              AND kind IN (${values(parameter(3))})
            ORDER BY ${time}, id LIMIT 1
        )
        FROM waiting WHERE waiting.client IS NOT NULL
    )
    SELECT jobs.id, jobs.client, jobs.run_at AS "runAt", jobs.work_ms AS "workMs"
      FROM first ${lookUp} jobs ON jobs.id = first.id`,
  ),
  dueJobs: byOrder(
    ({ index, time }) =>
      ({ values, parameter, indexedBy, skipLocked }) =>
        `SELECT id, client, run_at AS "runAt", work_ms AS "workMs"
    FROM jobs ${indexedBy(index)}
    WHERE lane = ${parameter(1)} AND state = 'ready' AND client = ${parameter(2)} AND run_at <= ${parameter(3)}
      AND kind IN (${values(parameter(4))})
    ORDER BY ${time}, id LIMIT ${parameter(5)} ${skipLocked}`,
  ),
  nextRunTimes: textsOf(
    ({ values, texts, parameter }) => `SELECT w.value AS lane, (
        SELECT run_at FROM jobs
          WHERE lane = w.value AND state = 'ready' AND kind IN (${values(parameter(2))})
          ORDER BY run_at, id LIMIT 1
      ) AS "runAt" FROM ${texts(parameter(1))}`,
  ),
  dueSuspect: textsOf(
    ({ values, parameter }) => `SELECT id FROM jobs
    WHERE state = 'ready' AND rescues > 0 AND run_at <= ${parameter(1)} AND kind IN (${values(parameter(2))})
    ORDER BY run_at, id LIMIT 1`,
  ),
  suspectFirst: textsOf(
    ({ values, parameter }) => `SELECT id FROM jobs
    WHERE state = 'ready' AND rescues > 0 AND (run_at <= ${parameter(1)} OR crashes > 0)
      AND kind IN (${values(parameter(2))})
    LIMIT 1`,
  ),
} as const;

type Order = (typeof IN_ORDER)[Lane["order"]];

/** A statement for each order, written once: each claim runs some. */
function byOrder(write: (order: Order) => Parameters<typeof textsOf>[0]) {
  return { turns: textsOf(write(IN_ORDER.turns)), shortest: textsOf(write(IN_ORDER.shortest)) };
}

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

/** Returns when the next job of each lane is due (index jobs_to_claim); a lane without one is missing. */
export function* nextRunTimes(
  reading: Reading,
  lanes: readonly string[],
  kinds: readonly string[],
): Work<ReadonlyMap<string, number>> {
  const [laneList, kindList] = [JSON.stringify(lanes), JSON.stringify(kinds)];
  const found = yield* rows<NextRun>(reading, CLAIM_QUERIES.nextRunTimes, laneList, kindList);
  return new Map(found.flatMap(({ lane, runAt }) => (runAt === null ? [] : [[lane, runAt]])));
}

interface NextRun {
  readonly lane: string;
  readonly runAt: number | null;
}

export interface DueJob extends DueClient {
  readonly id: number;
}

/** Due jobs to choose from. */
interface Due {
  readonly lane: string;
  readonly order: Lane["order"];
  readonly kinds: readonly string[];
  readonly now: number;
}

/** Lists the next due job of each client of a lane (index jobs_in_turn or jobs_by_work). */
export function dueClients(reading: Reading, { lane, order, kinds, now }: Due): Work<readonly DueJob[]> {
  return rows(reading, CLAIM_QUERIES.dueClients[order], lane, now, JSON.stringify(kinds));
}

/**
 * Lists up to `limit` due jobs of one client in a lane, the next one first (index jobs_in_turn or jobs_by_work). On PostgreSQL, without
 * those that another node is claiming.
 */
export function dueJobs(
  reading: Reading,
  { lane, order, kinds, now, client, limit }: Due & { readonly client: string; readonly limit: number },
): Work<readonly DueJob[]> {
  return rows(reading, CLAIM_QUERIES.dueJobs[order], lane, client, now, JSON.stringify(kinds), limit);
}

/** Returns the rescued job of these kinds that has been due longest (index jobs_rescued); null without one. */
export function* dueSuspect(reading: Reading, kinds: readonly string[], now: number): Work<number | null> {
  const [suspect] = yield* rows<{ id: number }>(reading, CLAIM_QUERIES.dueSuspect, now, JSON.stringify(kinds));
  return suspect?.id ?? null;
}

/** Whether a rescued job of these kinds is due, or waits after a crash (index jobs_rescued). */
export function* isSuspectFirst(reading: Reading, kinds: readonly string[], now: number): Work<boolean> {
  const found = yield* rows<{ id: number }>(reading, CLAIM_QUERIES.suspectFirst, now, JSON.stringify(kinds));
  return found.length > 0;
}

/** Counts the running jobs of a lane, by client (index jobs_leased). */
export function* countRunning(reading: Reading, lane: string): Work<Map<string, number>> {
  const counts = yield* all(
    reading.orm
      .select({ client: jobs.client, count: sql<number>`count(*)` })
      .from(jobs)
      .where(and(isRunning, eq(jobs.lane, lane)))
      .groupBy(jobs.client),
  );
  return new Map(counts.map((row) => [row.client, row.count]));
}

/**
 * Claims those of the jobs that still wait, and returns them in the order of `ids`. Of `kindsAlone`, only `suspect` can be a rescued job:
 * another node can have rescued one since the jobs were chosen.
 */
export function* claimJobs(
  tx: Writing,
  ids: readonly number[],
  lease: { readonly owner: string; readonly until: number },
  { suspect, kindsAlone }: { readonly suspect: number | null; readonly kindsAlone: readonly string[] },
): Work<readonly ClaimedJob[]> {
  if (ids.length === 0) return [];
  const mayRun = or(eq(jobs.rescues, 0), notInArray(jobs.kind, [...kindsAlone]), eq(jobs.id, suspect ?? NO_JOB));
  const claimed = yield* all(
    tx.orm
      .update(jobs)
      .set({
        state: "running",
        attempt: sql`${jobs.attempt} + 1`,
        leaseUntil: lease.until,
        leaseOwner: lease.owner,
      })
      .where(and(inArray(jobs.id, [...ids]), isReady, mayRun))
      .returning(CLAIMED),
  );
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
