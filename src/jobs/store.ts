import { and, asc, eq, gt, inArray, isNotNull, lt, notBetween, or, sql } from "drizzle-orm";
import { jobs } from "../../schema/tables/service/jobs.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { CLAIMED, type ClaimedJob } from "./claim-store.ts";
import { isReady, isRunning, isUnfinished } from "./job-state.ts";

/** How long a claim holds without being renewed. */
export const LEASE_MS = 60 * SECOND_MS;

/** An error's text is for the operator's eyes; a whole response or stack does not belong in the row. */
const REASON_LENGTH_MAX = 1_000;

export interface UnfinishedJob {
  readonly id: number;
  readonly state: "ready" | "running";
  readonly runAt: number;
}

/** A claim as the row shows it: only while all three hold may its runner write an outcome. */
export interface Held {
  readonly id: number;
  readonly attempt: number;
  readonly owner: string | null;
}

export function insertJob(
  tx: Writing,
  job: {
    readonly kind: string;
    readonly lane: string;
    readonly payload: string;
    readonly runAt: number;
    readonly uniqueKey: string | null;
    readonly client: string;
    readonly createdAt: number;
  },
): number {
  const row = tx.orm
    .insert(jobs)
    .values({ ...job, state: "ready", scheduledAt: job.createdAt })
    .returning({ id: jobs.id })
    .get();
  return row.id;
}

/** The waiting or running job of a key (index jobs_unique). */
export function findUnfinished(reading: Reading, uniqueKey: string): UnfinishedJob | null {
  const row = reading.orm
    .select({ id: jobs.id, state: jobs.state, runAt: jobs.runAt })
    .from(jobs)
    .where(and(eq(jobs.uniqueKey, uniqueKey), isUnfinished))
    .get();
  if (row === undefined) return null;
  return { id: row.id, state: row.state === "running" ? "running" : "ready", runAt: row.runAt };
}

/** The lane of the waiting job that is now due; null when no job of that key waits. */
export function hastenJob(tx: Writing, uniqueKey: string, now: number): string | null {
  const row = tx.orm
    .update(jobs)
    .set({ runAt: sql`min(${jobs.runAt}, ${now})`, scheduledAt: now })
    .where(and(eq(jobs.uniqueKey, uniqueKey), isUnfinished, isReady))
    .returning({ lane: jobs.lane })
    .get();
  return row?.lane ?? null;
}

export function cancelJob(tx: Writing, id: number, reason: string, now: number): boolean {
  return (
    tx.orm
      .update(jobs)
      .set({ state: "cancelled", leaseUntil: null, leaseOwner: null, error: cut(reason), finishedAt: now })
      .where(and(eq(jobs.id, id), inArray(jobs.state, ["ready", "running"])))
      .returning({ id: jobs.id })
      .all().length === 1
  );
}

/** Renews the leases of `ids` that `owner` still holds, and returns those. */
export function renewLeases(tx: Writing, owner: string, ids: readonly number[], leaseUntil: number): Set<number> {
  const rows = tx.orm
    .update(jobs)
    .set({ leaseUntil })
    .where(and(inArray(jobs.id, [...ids]), isRunning, eq(jobs.leaseOwner, owner)))
    .returning({ id: jobs.id })
    .all();
  return new Set(rows.map((row) => row.id));
}

/** Leases that are over at `now` (index jobs_leased); all leases there are when it is null. */
export function leasesOver(reading: Reading, now: number | null, limit: number): readonly (ClaimedJob & Held)[] {
  // A lease that ends later than any that is given today was given before the clock was set back.
  const isOver = now === null ? isNotNull(jobs.leaseUntil) : notBetween(jobs.leaseUntil, now, now + 2 * LEASE_MS);
  return reading.orm
    .select({ ...CLAIMED, owner: jobs.leaseOwner })
    .from(jobs)
    .where(and(isRunning, isOver))
    .orderBy(asc(jobs.leaseUntil), asc(jobs.id))
    .limit(limit)
    .all();
}

/** Ends a held job. False when the claim no longer holds; nothing is written then. */
export function finishJob(
  tx: Writing,
  held: Held,
  end: { readonly state: "done" | "failed" | "cancelled"; readonly reason: string | null; readonly now: number },
): boolean {
  return (
    tx.orm
      .update(jobs)
      .set({
        state: end.state,
        leaseUntil: null,
        leaseOwner: null,
        error: end.reason === null ? null : cut(end.reason),
        finishedAt: end.now,
      })
      .where(isHeld(held))
      .returning({ id: jobs.id })
      .all().length === 1
  );
}

/** How a held job goes back to wait. */
export interface Return {
  readonly runAt: number;
  readonly now: number;
  /** False: the try at hand is not counted. */
  readonly isTry: boolean;
  readonly reason?: string;
  /** Unchanged where absent. */
  readonly ends?: { readonly rescues: number; readonly crashes: number };
}

/** Puts a held job back to wait. False when the claim no longer holds. */
export function returnJob(tx: Writing, held: Held, { runAt, now, isTry, reason, ends }: Return): boolean {
  return (
    tx.orm
      .update(jobs)
      .set({
        state: "ready",
        leaseUntil: null,
        leaseOwner: null,
        runAt,
        scheduledAt: now,
        attempt: isTry ? held.attempt : held.attempt - 1,
        ...ends,
        ...(reason === undefined ? {} : { error: cut(reason) }),
      })
      .where(isHeld(held))
      .returning({ id: jobs.id })
      .all().length === 1
  );
}

/** Takes back the crashes that are charged to waiting jobs (index jobs_rescued). */
export function clearCrashes(tx: Writing): void {
  tx.orm
    .update(jobs)
    .set({ crashes: 0 })
    .where(and(isReady, sql`${jobs.rescues} > 0`, gt(jobs.crashes, 0)))
    .run();
}

/**
 * Makes up to `limit` waits that were decided in what is now the future last as long from now as they were to last from
 * then: the clock was set back since. Says how many there were (index jobs_to_claim).
 */
export function correctWaits(tx: Writing, lanes: readonly string[], now: number, limit: number): number {
  const ahead = tx.orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.lane, [...lanes]), isReady, gt(jobs.scheduledAt, now)))
    .limit(limit);
  return tx.orm
    .update(jobs)
    .set({ runAt: sql`${now} + max(0, ${jobs.runAt} - ${jobs.scheduledAt})`, scheduledAt: now })
    .where(inArray(jobs.id, ahead))
    .returning({ id: jobs.id })
    .all().length;
}

/**
 * Deletes up to `limit` jobs that ended in `state` before `before`, or after `after`, which a clock that was ahead wrote
 * (index jobs_finished). Returns how many.
 */
export function deleteFinished(
  tx: Writing,
  state: "done" | "failed" | "cancelled",
  { before, after }: { readonly before: number; readonly after: number },
  limit: number,
): number {
  const old = tx.orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.state, state),
        or(lt(jobs.finishedAt, before), gt(jobs.finishedAt, after)),
        isNotNull(jobs.finishedAt),
      ),
    )
    .limit(limit);
  return tx.orm.delete(jobs).where(inArray(jobs.id, old)).returning({ id: jobs.id }).all().length;
}

function isHeld(held: Held) {
  return and(
    eq(jobs.id, held.id),
    isRunning,
    eq(jobs.attempt, held.attempt),
    held.owner === null ? sql`${jobs.leaseOwner} is null` : eq(jobs.leaseOwner, held.owner),
  );
}

function cut(reason: string): string {
  return reason.length <= REASON_LENGTH_MAX ? reason : `${reason.slice(0, REASON_LENGTH_MAX - 1)}…`;
}
