import { and, eq, isNotNull, notInArray, or, sql } from "drizzle-orm";
import { jobs } from "../../schema/tables/service/jobs.ts";
import type { Reading } from "../db/service-db.ts";
import { isReady, isRunning } from "./job-state.ts";

export interface LaneCount {
  readonly lane: string;
  /** Due and not begun. */
  readonly waiting: number;
  /** To be run later. */
  readonly scheduled: number;
  readonly running: number;
  /** Failed and not yet cleaned away. */
  readonly failed: number;
  /** How long the oldest waiting job has been due; 0 without one. */
  readonly oldestWaitMs: number;
}

/** Waiting jobs that a runner of these kinds and lanes never takes, by kind and lane. */
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

/** One question per state, each answered from that state's own index: ended jobs by far outnumber the others. */
export function countLanes(reading: Reading, now: number): readonly LaneCount[] {
  const ready = reading.orm
    .select({
      lane: jobs.lane,
      waiting: sql<number>`sum(${jobs.runAt} <= ${now})`,
      scheduled: sql<number>`sum(${jobs.runAt} > ${now})`,
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
      oldestWaitMs: due === undefined ? 0 : Math.max(0, now - due.oldest),
    };
  });
}

/** Jobs of a lane that are due or scheduled, by kind (index jobs_to_claim). */
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
