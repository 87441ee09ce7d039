import { and, desc, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import { jobs } from "../../schema/tables/service/jobs.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { isReady, isRunning } from "./job-state.ts";

export const LISTED_STATES = ["ready", "running", "done", "failed", "cancelled"] as const;
export type ListedState = (typeof LISTED_STATES)[number];

/** A job as administrators see it. Times are milliseconds since the epoch. */
export interface ListedJob {
  readonly id: number;
  readonly kind: string;
  readonly lane: string;
  readonly state: ListedState;
  /** Attempts that have started. */
  readonly attempt: number;
  readonly runAt: number;
  /** The key that it runs for; empty without one. */
  readonly client: string;
  /** The reason of the last retry or of the end. */
  readonly error: string | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** A place in a list of jobs: of waiting ones the lane and when it is due, of ended ones when it ended. */
export interface JobPosition {
  readonly lane: string;
  readonly at: number;
  readonly id: number;
}

export interface JobFilter {
  readonly state: ListedState;
  readonly lane: string | null;
  /** The key that the jobs run for. */
  readonly keyId: string | null;
  /** Inclusive and exclusive: when waiting and running jobs are due, and when ended ones ended. */
  readonly from: number | null;
  readonly to: number | null;
  readonly after: JobPosition | null;
  readonly limit: number;
}

const LISTED = {
  id: jobs.id,
  kind: jobs.kind,
  lane: jobs.lane,
  state: jobs.state,
  attempt: jobs.attempt,
  runAt: jobs.runAt,
  client: jobs.client,
  error: jobs.error,
  createdAt: jobs.createdAt,
  finishedAt: jobs.finishedAt,
};

/**
 * Lists jobs in one state: waiting ones by lane in the order in which they become due (index jobs_to_claim), running ones by lane
 * (index jobs_leased), ended ones from the latest end (index jobs_finished).
 */
export function listJobs(reading: Reading, filter: JobFilter): readonly ListedJob[] {
  const { state, lane, keyId, from, to, after, limit } = filter;
  const time = state === "ready" || state === "running" ? jobs.runAt : jobs.finishedAt;
  const isWanted = and(
    lane === null ? undefined : eq(jobs.lane, lane),
    keyId === null ? undefined : eq(jobs.client, keyId),
    from === null ? undefined : gte(time, from),
    to === null ? undefined : lt(time, to),
  );
  const select = reading.orm.select(LISTED).from(jobs);
  if (state === "ready" || state === "running") {
    const isLater = after && sql`(${jobs.lane}, ${jobs.runAt}, ${jobs.id}) > (${after.lane}, ${after.at}, ${after.id})`;
    const isInState = state === "ready" ? isReady : isRunning;
    return select
      .where(and(isInState, isWanted, isLater ?? undefined))
      .orderBy(jobs.lane, jobs.runAt, jobs.id)
      .limit(limit)
      .all();
  }
  const isEarlier = after && sql`(${jobs.finishedAt}, ${jobs.id}) < (${after.at}, ${after.id})`;
  return select
    .where(and(eq(jobs.state, state), isNotNull(jobs.finishedAt), isWanted, isEarlier ?? undefined))
    .orderBy(desc(jobs.finishedAt), desc(jobs.id))
    .limit(limit)
    .all();
}

/** Returns the position of a job in the list of its state. */
export function positionOf({ lane, state, runAt, finishedAt, id }: ListedJob): JobPosition {
  return { lane, at: state === "ready" || state === "running" ? runAt : (finishedAt ?? 0), id };
}

/** A job with what another run of it needs. */
export interface FoundJob extends ListedJob {
  readonly payload: string;
  readonly uniqueKey: string | null;
  readonly workMs: number;
}

export function findJob(reading: Reading, id: number): FoundJob | null {
  const columns = { ...LISTED, payload: jobs.payload, uniqueKey: jobs.uniqueKey, workMs: jobs.workMs };
  return reading.orm.select(columns).from(jobs).where(eq(jobs.id, id)).get() ?? null;
}

/** Makes a waiting job due. Returns false if it does not wait. */
export function hastenById(tx: Writing, id: number, now: number): boolean {
  const changed = tx.orm
    .update(jobs)
    .set({ runAt: sql`min(${jobs.runAt}, ${now})`, scheduledAt: now })
    .where(and(eq(jobs.id, id), isReady))
    .returning({ id: jobs.id })
    .all();
  return changed.length === 1;
}
