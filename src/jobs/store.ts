import { and, asc, eq, gt, inArray, isNotNull, lt, lte, or, sql } from "drizzle-orm";
import { jobs } from "../../schema/tables/service/jobs.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { assert } from "../lib/assert.ts";
import { isReady, isRunning, isUnfinished } from "./job-state.ts";

/** An error's text is for the operator's eyes; a whole response or stack does not belong in the row. */
const REASON_LENGTH_MAX = 1_000;

export interface UnfinishedJob {
  readonly id: number;
  readonly state: "ready" | "running";
  readonly runAt: number;
}

export interface ClaimedJob {
  readonly id: number;
  readonly kind: string;
  readonly lane: string;
  /** JSON, not yet checked. */
  readonly payload: string;
  readonly attempt: number;
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
    readonly createdAt: number;
  },
): number {
  const row = tx.orm
    .insert(jobs)
    .values({ ...job, state: "ready" })
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
    .set({ runAt: sql`min(${jobs.runAt}, ${now})` })
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

/** When the next job of a lane is due (index jobs_to_claim); null without one. */
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

/** Takes up to `limit` due jobs of a lane, the longest due first. The caller's IMMEDIATE transaction makes it exclusive. */
export function claimDue(
  tx: Writing,
  claim: {
    readonly lane: string;
    readonly kinds: readonly string[];
    readonly limit: number;
    readonly owner: string;
    readonly now: number;
    readonly leaseUntil: number;
  },
): readonly ClaimedJob[] {
  const due = tx.orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.lane, claim.lane), isReady, lte(jobs.runAt, claim.now), inArray(jobs.kind, [...claim.kinds])))
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(claim.limit)
    .all()
    .map((row) => row.id);
  if (due.length === 0) return [];
  const claimed = tx.orm
    .update(jobs)
    .set({
      state: "running",
      attempt: sql`${jobs.attempt} + 1`,
      leaseUntil: claim.leaseUntil,
      leaseOwner: claim.owner,
    })
    .where(inArray(jobs.id, due))
    .returning({ id: jobs.id, kind: jobs.kind, lane: jobs.lane, payload: jobs.payload, attempt: jobs.attempt })
    .all();
  assert(claimed.length === due.length, "a due job was taken between its choice and its claim");
  return claimed.toSorted((a, b) => due.indexOf(a.id) - due.indexOf(b.id));
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

/** Leases that ran out before `until` (index jobs_leased); all leases there are when it is null. */
export function leasedUntil(reading: Reading, until: number | null, limit: number): readonly (ClaimedJob & Held)[] {
  return reading.orm
    .select({
      id: jobs.id,
      kind: jobs.kind,
      lane: jobs.lane,
      payload: jobs.payload,
      attempt: jobs.attempt,
      owner: jobs.leaseOwner,
    })
    .from(jobs)
    .where(and(isRunning, until === null ? isNotNull(jobs.leaseUntil) : lt(jobs.leaseUntil, until)))
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

/** Puts a held job back to wait until `runAt`. `isTry` false: this one is not counted. False when the claim no longer holds. */
export function returnJob(
  tx: Writing,
  held: Held,
  back: { readonly runAt: number; readonly isTry: boolean; readonly reason?: string },
): boolean {
  return (
    tx.orm
      .update(jobs)
      .set({
        state: "ready",
        leaseUntil: null,
        leaseOwner: null,
        runAt: back.runAt,
        attempt: back.isTry ? held.attempt : held.attempt - 1,
        ...(back.reason === undefined ? {} : { error: cut(back.reason) }),
      })
      .where(isHeld(held))
      .returning({ id: jobs.id })
      .all().length === 1
  );
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
