import { and, asc, eq, isNotNull, lte, notInArray, or, sql } from "drizzle-orm";
import { jobs } from "../../schema/tables/service/jobs.ts";
import type { Reading } from "../db/service-db.ts";
import type { DueClient } from "./fair-order.ts";
import { isReady, isRunning } from "./job-state.ts";

export interface LaneCount {
  readonly lane: string;
  /** Due but not running. */
  readonly waiting: number;
  /** Due later. */
  readonly scheduled: number;
  readonly running: number;
  /** Failed and not yet deleted. */
  readonly failed: number;
  /** Milliseconds of processor time that the waiting jobs are expected to take. */
  readonly workMs: number;
  /** Milliseconds since the oldest waiting job became due; 0 without one. */
  readonly oldestWaitMs: number;
}

/** Counts waiting jobs, by kind and lane, that a runner of these kinds and lanes never claims. */
export function countStranded(
  reading: Reading,
  kinds: readonly string[],
  lanes: readonly string[],
): readonly { readonly kind: string; readonly lane: string; readonly count: number }[] {
  return reading.orm
    .select({ kind: jobs.kind, lane: jobs.lane, count: sql<number>`count(*)` })
    .from(jobs)
    .where(and(isReady, or(notInArray(jobs.kind, [...kinds]), notInArray(jobs.lane, [...lanes]))))
    .groupBy(jobs.kind, jobs.lane)
    .all();
}

/** Counts the jobs of each lane. One query per state, each with its own index, because most jobs have ended. */
export function countLanes(reading: Reading, now: number): readonly LaneCount[] {
  const ready = reading.orm
    .select({
      lane: jobs.lane,
      waiting: sql<number>`sum(${jobs.runAt} <= ${now})`,
      scheduled: sql<number>`sum(${jobs.runAt} > ${now})`,
      workMs: sql<number>`sum(case when ${jobs.runAt} <= ${now} then ${jobs.workMs} else 0 end)`,
      oldest: sql<number>`min(${jobs.runAt})`,
    })
    .from(jobs)
    .where(isReady)
    .groupBy(jobs.lane)
    .all();
  const count = { lane: jobs.lane, count: sql<number>`count(*)` };
  const running = reading.orm.select(count).from(jobs).where(isRunning).groupBy(jobs.lane).all();
  const isFailed = and(eq(jobs.state, "failed"), isNotNull(jobs.finishedAt));
  const failed = reading.orm.select(count).from(jobs).where(isFailed).groupBy(jobs.lane).all();
  const lanes = new Set([...ready, ...running, ...failed].map((row) => row.lane));
  return [...lanes].toSorted().map((lane) => {
    const due = ready.find((row) => row.lane === lane);
    return {
      lane,
      waiting: due?.waiting ?? 0,
      scheduled: due?.scheduled ?? 0,
      running: running.find((row) => row.lane === lane)?.count ?? 0,
      failed: failed.find((row) => row.lane === lane)?.count ?? 0,
      workMs: due?.workMs ?? 0,
      oldestWaitMs: due === undefined ? 0 : Math.max(0, now - due.oldest),
    };
  });
}

/** Counts due and scheduled jobs of a lane, by kind (index jobs_to_claim). */
export function countWaiting(
  reading: Reading,
  lane: string,
): readonly { readonly kind: string; readonly count: number }[] {
  return reading.orm
    .select({ kind: jobs.kind, count: sql<number>`count(*)` })
    .from(jobs)
    .where(and(eq(jobs.lane, lane), isReady))
    .groupBy(jobs.kind)
    .all();
}

/** Counts the running jobs of a lane (index jobs_leased). */
export function countRunningJobs(reading: Reading, lane: string): number {
  const count = { count: sql<number>`count(*)` };
  const isOfLane = and(isRunning, eq(jobs.lane, lane));
  return reading.orm.select(count).from(jobs).where(isOfLane).get()?.count ?? 0;
}

/** A due job, by its unique key. */
export interface DueKey extends DueClient {
  readonly uniqueKey: string | null;
}

/** Lists due jobs of a lane, the one that has been due longest first (index jobs_to_claim). */
export function dueKeys(reading: Reading, lane: string, now: number, limit: number): readonly DueKey[] {
  return reading.orm
    .select({ uniqueKey: jobs.uniqueKey, client: jobs.client, runAt: jobs.runAt, workMs: jobs.workMs })
    .from(jobs)
    .where(and(eq(jobs.lane, lane), isReady, lte(jobs.runAt, now)))
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(limit)
    .all();
}

/** Whether at least `count` jobs of a lane, or of one client in it, wait (indexes jobs_to_claim, jobs_by_work). */
export function hasWaiting(reading: Reading, count: number, lane: string, client?: string): boolean {
  const row = reading.orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inLane(lane, client), isReady))
    .limit(1)
    .offset(count - 1)
    .get();
  return row !== undefined;
}

/** Returns when the first waiting job of a lane, or of one client in it, is due; null without one. */
export function earliestRunAt(reading: Reading, lane: string, client?: string): number | null {
  const row = reading.orm
    .select({ runAt: jobs.runAt })
    .from(jobs)
    .where(and(inLane(lane, client), isReady))
    .orderBy(asc(jobs.runAt))
    .limit(1)
    .get();
  return row?.runAt ?? null;
}

function inLane(lane: string, client: string | undefined) {
  return and(eq(jobs.lane, lane), client === undefined ? undefined : eq(jobs.client, client));
}
