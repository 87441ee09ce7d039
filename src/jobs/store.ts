import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, notBetween, or, type SQL, sql } from "drizzle-orm";
import { jobs } from "../../schema/tables/service/jobs.ts";
import { greaterOf, itemsOf, lesserOf } from "../db/engine-sql.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, first, run, type Work } from "../db/work.ts";
import { assert } from "../lib/assert.ts";
import { CLOCK_SLACK_MS, SECOND_MS } from "../lib/clock.ts";
import { CLAIMED, type ClaimedJob } from "./claim-store.ts";
import { isReady, isRunning, isUnfinished } from "./job-state.ts";
import { withoutNul } from "../lib/find-nul.ts";

/** A claim expires after this time unless it is renewed. */
export const LEASE_MS = 60 * SECOND_MS;

/** Errors are shown to the operator; a complete response or stack does not belong in the row. */
const REASON_LENGTH_MAX = 1_000;

export interface UnfinishedJob {
  readonly id: number;
  readonly state: "ready" | "running";
  readonly runAt: number;
}

/** Identifies a claim. Its outcome can be written only while the row has all of these values. */
export interface Claim {
  readonly id: number;
  readonly attempt: number;
  readonly owner: string | null;
  /** Of a rescue: the lease that it found expired. Its holder can have renewed it since. */
  readonly expiredLease?: number | null;
}

/** Adds a ready job and returns its id. */
export function* insertJob(
  tx: Writing,
  job: {
    readonly kind: string;
    readonly lane: string;
    readonly payload: string;
    readonly runAt: number;
    readonly uniqueKey: string | null;
    readonly client: string;
    readonly workMs: number;
    readonly createdAt: number;
  },
): Work<number> {
  const row = yield* first(
    tx.orm
      .insert(jobs)
      .values({ ...job, state: "ready", scheduledAt: job.createdAt })
      .returning({ id: jobs.id }),
  );
  assert(row, "an insert returns its row");
  return row.id;
}

/** Returns the waiting or running job of a key (index jobs_unique). */
export function* findUnfinished(reading: Reading, uniqueKey: string): Work<UnfinishedJob | null> {
  const row = yield* first(
    reading.orm
      .select({ id: jobs.id, state: jobs.state, runAt: jobs.runAt })
      .from(jobs)
      .where(and(eq(jobs.uniqueKey, uniqueKey), isUnfinished)),
  );
  return row === null ? null : unfinishedOf(row);
}

/** Returns the waiting and running jobs of these keys, by key (index jobs_unique). */
export function* findAllUnfinished(
  reading: Reading,
  uniqueKeys: readonly string[],
): Work<ReadonlyMap<string | null, UnfinishedJob>> {
  const rows = yield* all(
    reading.orm
      .select({ uniqueKey: jobs.uniqueKey, id: jobs.id, state: jobs.state, runAt: jobs.runAt })
      .from(jobs)
      .where(and(inArray(jobs.uniqueKey, [...uniqueKeys]), isNotNull(jobs.uniqueKey), isUnfinished)),
  );
  return new Map(rows.map((row) => [row.uniqueKey, unfinishedOf(row)]));
}

function unfinishedOf({ id, state, runAt }: { id: number; state: string; runAt: number }): UnfinishedJob {
  return { id, state: state === "running" ? "running" : "ready", runAt };
}

/** Makes the waiting jobs of these keys due, in one statement, and returns their lanes (index jobs_unique). */
export function* hastenJobs(tx: Writing, uniqueKeys: readonly string[], now: number): Work<ReadonlySet<string>> {
  const rows = yield* all(
    tx.orm
      .update(jobs)
      .set({ runAt: lesserOf(tx, jobs.runAt, now), scheduledAt: now })
      .where(and(inArray(jobs.uniqueKey, itemsOf(tx, uniqueKeys)), isNotNull(jobs.uniqueKey), isUnfinished, isReady))
      .returning({ lane: jobs.lane }),
  );
  return new Set(rows.map(({ lane }) => lane));
}

/** Cancels a waiting or running job. Returns false if it has ended. */
export function* cancelJob(tx: Writing, id: number, reason: string, now: number): Work<boolean> {
  const changed = yield* all(
    tx.orm
      .update(jobs)
      .set({ state: "cancelled", leaseUntil: null, leaseOwner: null, error: cut(reason), finishedAt: now })
      .where(and(eq(jobs.id, id), inArray(jobs.state, ["ready", "running"])))
      .returning({ id: jobs.id }),
  );
  return changed.length === 1;
}

/** Renews the leases of `ids` that `owner` still holds, and returns their ids. */
export function* renewLeases(
  tx: Writing,
  owner: string,
  ids: readonly number[],
  leaseUntil: number,
): Work<ReadonlySet<number>> {
  const rows = yield* all(
    tx.orm
      .update(jobs)
      .set({ leaseUntil })
      .where(and(inArray(jobs.id, [...ids]), isRunning, eq(jobs.leaseOwner, owner)))
      .returning({ id: jobs.id }),
  );
  return new Set(rows.map((row) => row.id));
}

/** Lists jobs whose lease has expired at `now`, or all leased jobs if it is null (index jobs_leased). */
export function expiredLeases(
  reading: Reading,
  now: number | null,
  limit: number,
): Work<readonly (ClaimedJob & Claim)[]> {
  // A lease that ends later than any new lease can was granted before the clock was set back.
  const isExpired = now === null ? isNotNull(jobs.leaseUntil) : notBetween(jobs.leaseUntil, now, now + 2 * LEASE_MS);
  return all(
    reading.orm
      .select({ ...CLAIMED, owner: jobs.leaseOwner, expiredLease: jobs.leaseUntil })
      .from(jobs)
      .where(and(isRunning, isExpired))
      .orderBy(asc(jobs.leaseUntil), asc(jobs.id))
      .limit(limit),
  );
}

/** Ends a claimed job. Returns false, and writes nothing, if the claim is lost. */
export function* finishJob(
  tx: Writing,
  claim: Claim,
  end: { readonly state: "done" | "failed" | "cancelled"; readonly reason: string | null; readonly now: number },
): Work<boolean> {
  const changed = yield* all(
    tx.orm
      .update(jobs)
      .set({
        state: end.state,
        leaseUntil: null,
        leaseOwner: null,
        error: end.reason === null ? null : cut(end.reason),
        finishedAt: end.now,
      })
      .where(isClaimed(claim))
      .returning({ id: jobs.id }),
  );
  return changed.length === 1;
}

/** How a claimed job becomes ready again. */
export interface Requeue {
  readonly runAt: number;
  readonly now: number;
  /** Whether the current attempt counts. */
  readonly isAttempt: boolean;
  readonly reason?: string;
  /** JSON; unchanged if absent. */
  readonly payload?: string;
  /** Unchanged if absent. */
  readonly ends?: { readonly rescues: number; readonly crashes: number };
}

/** Makes a claimed job ready again. Returns false, and writes nothing, if the claim is lost. */
export function* requeueJob(
  tx: Writing,
  claim: Claim,
  { runAt, now, isAttempt, reason, payload, ends }: Requeue,
): Work<boolean> {
  const changed = yield* all(
    tx.orm
      .update(jobs)
      .set({
        state: "ready",
        leaseUntil: null,
        leaseOwner: null,
        runAt,
        scheduledAt: now,
        attempt: isAttempt ? claim.attempt : claim.attempt - 1,
        ...ends,
        ...(payload === undefined ? {} : { payload }),
        ...(reason === undefined ? {} : { error: cut(reason) }),
      })
      .where(isClaimed(claim))
      .returning({ id: jobs.id }),
  );
  return changed.length === 1;
}

/** Clears the waiting suspects of these kinds (index jobs_rescued): none of them has a crash any more, and all are due `now`. */
export function clearSuspects(tx: Writing, kinds: readonly string[], now: number): Work<void> {
  return run(
    tx.orm
      .update(jobs)
      .set({ crashes: 0, runAt: now, scheduledAt: now })
      .where(and(isWaitingSuspect(kinds), or(gt(jobs.crashes, 0), gt(jobs.runAt, now)))),
  );
}

/** Lets the waiting suspects of these kinds wait until `until`, if they are due earlier (index jobs_rescued). */
export function holdBackSuspects(tx: Writing, kinds: readonly string[], until: number, now: number): Work<void> {
  return run(
    tx.orm
      .update(jobs)
      .set({ runAt: until, scheduledAt: now })
      .where(and(isWaitingSuspect(kinds), lt(jobs.runAt, until))),
  );
}

function isWaitingSuspect(kinds: readonly string[]): SQL | undefined {
  return and(isReady, sql`${jobs.rescues} > 0`, inArray(jobs.kind, [...kinds]));
}

/**
 * Corrects up to `limit` waits that were scheduled in what is now the future, because the clock was set back: each starts
 * again now with the same duration. On PostgreSQL other nodes schedule jobs, and their time differs by milliseconds.
 * Returns how many were corrected (index jobs_to_claim).
 */
export function* correctWaits(tx: Writing, lanes: readonly string[], now: number, limit: number): Work<number> {
  const ahead = tx.orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        inArray(jobs.lane, [...lanes]),
        isReady,
        gt(jobs.scheduledAt, tx.engine === "sqlite" ? now : now + CLOCK_SLACK_MS),
      ),
    )
    .limit(limit);
  const corrected = yield* all(
    tx.orm
      .update(jobs)
      .set({ runAt: sql`${now} + ${greaterOf(tx, sql`${jobs.runAt} - ${jobs.scheduledAt}`, 0)}`, scheduledAt: now })
      .where(inArray(jobs.id, ahead))
      .returning({ id: jobs.id }),
  );
  return corrected.length;
}

/**
 * Deletes up to `limit` jobs that ended in `state` before `before`, or after `after`, a time that only a wrong clock can
 * have written (index jobs_finished). Returns how many.
 */
export function* deleteFinished(
  tx: Writing,
  state: "done" | "failed" | "cancelled",
  { before, after }: { readonly before: number; readonly after: number },
  limit: number,
): Work<number> {
  const remove = function* (isOutdated: SQL, max: number): Work<number> {
    const outdated = tx.orm
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.state, state), isOutdated, isNotNull(jobs.finishedAt)))
      .limit(max);
    return (yield* all(tx.orm.delete(jobs).where(inArray(jobs.id, outdated)).returning({ id: jobs.id }))).length;
  };
  // One statement for both would read all jobs of the state.
  const early = yield* remove(lt(jobs.finishedAt, before), limit);
  return early === limit ? early : early + (yield* remove(gt(jobs.finishedAt, after), limit - early));
}

function isClaimed(claim: Claim) {
  return and(
    eq(jobs.id, claim.id),
    isRunning,
    eq(jobs.attempt, claim.attempt),
    claim.owner === null ? sql`${jobs.leaseOwner} is null` : eq(jobs.leaseOwner, claim.owner),
    isLease(claim.expiredLease),
  );
}

function isLease(read: number | null | undefined): SQL | undefined {
  if (read === undefined) return undefined;
  return read === null ? isNull(jobs.leaseUntil) : eq(jobs.leaseUntil, read);
}

function cut(reason: string): string {
  const text = withoutNul(reason);
  return text.length <= REASON_LENGTH_MAX ? text : `${text.slice(0, REASON_LENGTH_MAX - 1)}…`;
}
