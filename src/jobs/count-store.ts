import { and, asc, eq, isNotNull, lte, notInArray, or, sql } from "drizzle-orm";
import { jobs } from "../../schema/tables/service/jobs.ts";
import { type ListedWindows, listWindows } from "../db/list-in-windows.ts";
import type { Reading } from "../db/service-db.ts";
import { all, first, type Work, type WorkInSteps } from "../db/work.ts";
import type { DueClient } from "./fair-order.ts";
import { isReady, isRunning } from "./job-state.ts";
import type { JobPosition } from "./list-store.ts";

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
): Work<readonly { readonly kind: string; readonly lane: string; readonly count: number }[]> {
  return all(
    reading.orm
      .select({ kind: jobs.kind, lane: jobs.lane, count: sql<number>`count(*)` })
      .from(jobs)
      .where(and(isReady, or(notInArray(jobs.kind, [...kinds]), notInArray(jobs.lane, [...lanes]))))
      .groupBy(jobs.kind, jobs.lane),
  );
}

/** Counts the jobs of each lane, some thousands in each step: a webhook lane alone can have 100,000 waiting and as many failed ones. */
export function* countLanes(reading: Reading, now: number): WorkInSteps<readonly LaneCount[]> {
  const ready = new Map<string, DueCount>();
  const failed = new Map<string, number>();
  yield* listWindows(readyJobs(reading, now, ready), { after: null, limit: 1 });
  yield* listWindows(failedJobs(reading, failed), { after: null, limit: 1 });
  const runningJobs = yield* all(
    reading.orm
      .select({ lane: jobs.lane, count: sql<number>`count(*)` })
      .from(jobs)
      .where(isRunning)
      .groupBy(jobs.lane),
  );
  const running = new Map(runningJobs.map((row) => [row.lane, row.count]));
  const lanes = new Set([...ready.keys(), ...running.keys(), ...failed.keys()]);
  return [...lanes].toSorted().map((lane) => {
    const due = ready.get(lane);
    return {
      lane,
      waiting: due?.waiting ?? 0,
      scheduled: due?.scheduled ?? 0,
      running: running.get(lane) ?? 0,
      failed: failed.get(lane) ?? 0,
      workMs: due?.workMs ?? 0,
      oldestWaitMs: due === undefined ? 0 : Math.max(0, now - due.oldest),
    };
  });
}

interface DueCount {
  readonly waiting: number;
  readonly scheduled: number;
  readonly workMs: number;
  readonly oldest: number;
}

/** Adds up waiting jobs by lane (index jobs_to_claim). */
function readyJobs(reading: Reading, now: number, counted: Map<string, DueCount>): ListedWindows<JobPosition, never> {
  const { lane, runAt, id } = jobs;
  const isIn = (after: JobPosition | null, through: JobPosition | null) =>
    and(
      isReady,
      after === null ? undefined : sql`(${lane}, ${runAt}, ${id}) > (${after.lane}, ${after.at}, ${after.id})`,
      through === null ? undefined : sql`(${lane}, ${runAt}, ${id}) <= (${through.lane}, ${through.at}, ${through.id})`,
    );
  return {
    endOf: (after, size) =>
      first(
        reading.orm
          .select({ lane, at: runAt, id })
          .from(jobs)
          .where(isIn(after, null))
          .orderBy(lane, runAt, id)
          .limit(1)
          .offset(size - 1),
      ),
    *rowsIn({ after, through }) {
      const rows = yield* all(
        reading.orm
          .select({
            lane,
            waiting: sql<number>`count(case when ${runAt} <= ${now} then 1 end)`,
            scheduled: sql<number>`count(case when ${runAt} > ${now} then 1 end)`,
            workMs: sql<number>`sum(case when ${runAt} <= ${now} then ${jobs.workMs} else 0 end)`,
            oldest: sql<number>`min(${runAt})`,
          })
          .from(jobs)
          .where(isIn(after, through))
          .groupBy(lane),
      );
      for (const { lane: name, ...row } of rows) {
        const before = counted.get(name) ?? { waiting: 0, scheduled: 0, workMs: 0, oldest: Infinity };
        counted.set(name, {
          waiting: before.waiting + row.waiting,
          scheduled: before.scheduled + row.scheduled,
          workMs: before.workMs + row.workMs,
          oldest: Math.min(before.oldest, row.oldest),
        });
      }
      return [];
    },
  };
}

/** Adds up failed jobs by lane (index jobs_finished). */
function failedJobs(
  reading: Reading,
  counted: Map<string, number>,
): ListedWindows<{ readonly at: number; readonly id: number }, never> {
  const { finishedAt, id } = jobs;
  const isFailed = and(eq(jobs.state, "failed"), isNotNull(finishedAt));
  return {
    endOf: (after, size) =>
      first(
        reading.orm
          .select({ at: sql<number>`${finishedAt}`, id })
          .from(jobs)
          .where(and(isFailed, after === null ? undefined : sql`(${finishedAt}, ${id}) > (${after.at}, ${after.id})`))
          .orderBy(finishedAt, id)
          .limit(1)
          .offset(size - 1),
      ),
    *rowsIn({ after, through }) {
      const isIn = and(
        isFailed,
        after === null ? undefined : sql`(${finishedAt}, ${id}) > (${after.at}, ${after.id})`,
        through === null ? undefined : sql`(${finishedAt}, ${id}) <= (${through.at}, ${through.id})`,
      );
      const count = { lane: jobs.lane, count: sql<number>`count(*)` };
      for (const row of yield* all(reading.orm.select(count).from(jobs).where(isIn).groupBy(jobs.lane))) {
        counted.set(row.lane, (counted.get(row.lane) ?? 0) + row.count);
      }
      return [];
    },
  };
}

/** Counts due and scheduled jobs of a lane, by kind (index jobs_to_claim). */
export function countWaiting(
  reading: Reading,
  lane: string,
): Work<readonly { readonly kind: string; readonly count: number }[]> {
  return all(
    reading.orm
      .select({ kind: jobs.kind, count: sql<number>`count(*)` })
      .from(jobs)
      .where(and(eq(jobs.lane, lane), isReady))
      .groupBy(jobs.kind),
  );
}

/** Counts the running jobs of a lane (index jobs_leased). */
export function* countRunningJobs(reading: Reading, lane: string): Work<number> {
  const count = { count: sql<number>`count(*)` };
  const isOfLane = and(isRunning, eq(jobs.lane, lane));
  return (yield* first(reading.orm.select(count).from(jobs).where(isOfLane)))?.count ?? 0;
}

/** A due job, by its unique key. */
export interface DueKey extends DueClient {
  readonly uniqueKey: string | null;
}

/** Lists due jobs of a lane, the one that has been due longest first (index jobs_to_claim). */
export function dueKeys(reading: Reading, lane: string, now: number, limit: number): Work<readonly DueKey[]> {
  return all(
    reading.orm
      .select({ uniqueKey: jobs.uniqueKey, client: jobs.client, runAt: jobs.runAt, workMs: jobs.workMs })
      .from(jobs)
      .where(and(eq(jobs.lane, lane), isReady, lte(jobs.runAt, now)))
      .orderBy(asc(jobs.runAt), asc(jobs.id))
      .limit(limit),
  );
}

/** Whether at least `count` jobs of a lane, or of one client in it, wait (indexes jobs_to_claim, jobs_by_work). */
export function* hasWaiting(reading: Reading, count: number, lane: string, client?: string): Work<boolean> {
  const row = yield* first(
    reading.orm
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(inLane(lane, client), isReady))
      .limit(1)
      .offset(count - 1),
  );
  return row !== null;
}

/** Returns when the first waiting job of a lane, or of one client in it, is due; null without one. */
export function* earliestRunAt(reading: Reading, lane: string, client?: string): Work<number | null> {
  const row = yield* first(
    reading.orm
      .select({ runAt: jobs.runAt })
      .from(jobs)
      .where(and(inLane(lane, client), isReady))
      .orderBy(asc(jobs.runAt))
      .limit(1),
  );
  return row?.runAt ?? null;
}

function inLane(lane: string, client: string | undefined) {
  return and(eq(jobs.lane, lane), client === undefined ? undefined : eq(jobs.client, client));
}
