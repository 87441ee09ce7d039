import { and, desc, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import { jobs } from "../../schema/tables/service/jobs.ts";
import { type ListedWindows, listWindows } from "../db/list-in-windows.ts";
import { lesserOf } from "../db/engine-sql.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, done, first, type Work, type WorkInSteps } from "../db/work.ts";
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
 * Lists jobs in one state: waiting ones by lane in the order in which they become due (index jobs_to_claim, or jobs_in_turn), running
 * ones by lane (index jobs_leased), ended ones from the latest end (index jobs_finished). What the index does not know is looked up
 * in steps.
 */
export function listJobs(reading: Reading, filter: JobFilter): WorkInSteps<readonly ListedJob[]> {
  const { state, after, limit } = filter;
  const list = state === "ready" || state === "running" ? unfinishedIn(reading, filter) : endedIn(reading, filter);
  return listWindows(list, { after, limit });
}

function unfinishedIn(
  reading: Reading,
  { state, lane, keyId, from, to }: JobFilter,
): ListedWindows<JobPosition, ListedJob> {
  const isInState = state === "ready" ? isReady : isRunning;
  const order = [jobs.lane, jobs.runAt, jobs.id] as const;
  const isInLane = lane === null ? undefined : eq(jobs.lane, lane);
  const isAfter = (position: JobPosition | null) =>
    position === null
      ? undefined
      : sql`(${jobs.lane}, ${jobs.runAt}, ${jobs.id}) > (${position.lane}, ${position.at}, ${position.id})`;
  const isThrough = (position: JobPosition | null) =>
    position === null
      ? undefined
      : sql`(${jobs.lane}, ${jobs.runAt}, ${jobs.id}) <= (${position.lane}, ${position.at}, ${position.id})`;
  // Worker slots limit the running jobs, and the indexes know the lane with the key and the time.
  const isIndexed = state === "running" || lane !== null || (keyId === null && from === null && to === null);
  return {
    endOf: (after, size) =>
      isIndexed
        ? done(null)
        : first(
            reading.orm
              .select({ lane: jobs.lane, at: jobs.runAt, id: jobs.id })
              .from(jobs)
              .where(and(isInState, isAfter(after)))
              .orderBy(...order)
              .limit(1)
              .offset(size - 1),
          ),
    rowsIn: ({ after, through, limit }) =>
      all(
        reading.orm
          .select(LISTED)
          .from(jobs)
          .where(
            and(
              isInState,
              isInLane,
              keyId === null ? undefined : eq(jobs.client, keyId),
              from === null ? undefined : gte(jobs.runAt, from),
              to === null ? undefined : lt(jobs.runAt, to),
              isAfter(after),
              isThrough(through),
            ),
          )
          .orderBy(...order)
          .limit(limit),
      ),
  };
}

function endedIn(reading: Reading, { state, lane, keyId, from, to }: JobFilter): ListedWindows<JobPosition, ListedJob> {
  const order = [desc(jobs.finishedAt), desc(jobs.id)] as const;
  // A position replaces a time that is farther, so that SQLite reads only the rows in between.
  const isIn = (after: JobPosition | null, through: JobPosition | null) => {
    const isAfterFrom = from === null ? undefined : gte(jobs.finishedAt, from);
    const isBeforeTo = to === null ? undefined : lt(jobs.finishedAt, to);
    const startsAtTo = after === null || (to !== null && to <= after.at);
    return and(
      eq(jobs.state, state),
      isNotNull(jobs.finishedAt),
      through === null ? isAfterFrom : sql`(${jobs.finishedAt}, ${jobs.id}) >= (${through.at}, ${through.id})`,
      startsAtTo ? isBeforeTo : sql`(${jobs.finishedAt}, ${jobs.id}) < (${after.at}, ${after.id})`,
    );
  };
  return {
    *endOf(after, size) {
      if (lane === null && keyId === null) return null;
      const end = yield* first(
        reading.orm
          .select({ at: sql<number>`${jobs.finishedAt}`, id: jobs.id })
          .from(jobs)
          .where(isIn(after, null))
          .orderBy(...order)
          .limit(1)
          .offset(size - 1),
      );
      return end === null ? null : { ...end, lane: "" };
    },
    rowsIn: ({ after, through, limit }) =>
      all(
        reading.orm
          .select(LISTED)
          .from(jobs)
          .where(
            and(
              isIn(after, through),
              lane === null ? undefined : eq(jobs.lane, lane),
              keyId === null ? undefined : eq(jobs.client, keyId),
            ),
          )
          .orderBy(...order)
          .limit(limit),
      ),
  };
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

export function findJob(reading: Reading, id: number): Work<FoundJob | null> {
  const columns = { ...LISTED, payload: jobs.payload, uniqueKey: jobs.uniqueKey, workMs: jobs.workMs };
  return first(reading.orm.select(columns).from(jobs).where(eq(jobs.id, id)));
}

/** Makes a waiting job due. Returns false if it does not wait. */
export function* hastenById(tx: Writing, id: number, now: number): Work<boolean> {
  const changed = yield* all(
    tx.orm
      .update(jobs)
      .set({ runAt: lesserOf(tx, jobs.runAt, now), scheduledAt: now })
      .where(and(eq(jobs.id, id), isReady))
      .returning({ id: jobs.id }),
  );
  return changed.length === 1;
}
