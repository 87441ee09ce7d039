import { and, asc, desc, eq, exists, getTableColumns, gte, lt, ne, sql } from "drizzle-orm";
import { deliveries, deliveryAttempts } from "../../schema/tables/service/deliveries.ts";
import { executions } from "../../schema/tables/service/executions.ts";
import { listWindows } from "../db/list-in-windows.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, first, run, type Work, type WorkInSteps } from "../db/work.ts";
import type { Queue } from "../jobs/queue.ts";
import { assert } from "../lib/assert.ts";
import {
  type Delivery,
  DELIVERY_JOB,
  type DeliveryAttempt,
  deliveryIdOf,
  type DeliveryStatus,
  jobKeyOf,
} from "./delivery.ts";
import type { PastAttempt } from "./host-guard.ts";
import { ATTEMPT_OUTCOMES, type AttemptOutcome } from "./attempt-result.ts";

/** A delivery with the search that it is about, and the key and request of that search. Null if the search was deleted. */
export interface DeliveryOfSearch extends Delivery {
  readonly searchId: string | null;
  readonly keyId: string | null;
  /** Also null for searches of earlier versions. */
  readonly requestId: string | null;
}

export interface DeliveryListed extends DeliveryOfSearch {
  /** Outcome of the latest attempt; null before the first. */
  readonly lastOutcome: AttemptOutcome | null;
  readonly lastDetail: string | null;
}

const OF_SEARCH = {
  ...getTableColumns(deliveries),
  searchId: executions.searchId,
  keyId: executions.keyId,
  requestId: executions.requestId,
};

/**
 * Adds the webhook of a finished execution and returns its id. It is sent as soon as the transaction has committed. A
 * second call for the same execution changes nothing.
 */
export function* createDelivery(
  tx: Writing,
  queue: Queue,
  delivery: { readonly executionId: string; readonly url: string; readonly now: number },
): Work<string> {
  const id = deliveryIdOf(delivery.executionId);
  const { executionId, url, now } = delivery;
  const added = yield* all(
    tx.orm
      .insert(deliveries)
      .values({ id, executionId, url, status: "pending", createdAt: now })
      .onConflictDoNothing()
      .returning({ id: deliveries.id }),
  );
  if (added.length === 1) yield* enqueueDelivery(tx, queue, { id, executionId });
  return id;
}

/** Adds the job that sends a delivery, on behalf of its key. */
export function* enqueueDelivery(
  tx: Writing,
  queue: Queue,
  { id, executionId }: Pick<Delivery, "id" | "executionId">,
): Work<void> {
  const execution = yield* first(
    tx.orm.select({ keyId: executions.keyId }).from(executions).where(eq(executions.id, executionId)),
  );
  const client = execution?.keyId ?? "";
  yield* queue.enqueue(tx, { kind: DELIVERY_JOB, payload: { delivery_id: id }, uniqueKey: jobKeyOf(id), client });
}

export function findDelivery(reading: Reading, id: string): Work<DeliveryOfSearch | null> {
  return first(
    reading.orm
      .select(OF_SEARCH)
      .from(deliveries)
      .leftJoin(executions, eq(executions.id, deliveries.executionId))
      .where(eq(deliveries.id, id)),
  );
}

/** A place in the list of deliveries: the newest are first. */
export type DeliveryPosition = Pick<Delivery, "createdAt" | "id">;

/** What deliveries are listed by. Without a value, or with null: all. */
export interface DeliveryFilter {
  readonly status?: DeliveryStatus | null;
  /** The key of the search. */
  readonly keyId?: string | null;
  /** Times of creation, inclusive and exclusive, in milliseconds. */
  readonly from?: number | null;
  readonly to?: number | null;
  readonly after?: DeliveryPosition | null;
  readonly limit: number;
}

/**
 * Lists up to `limit` deliveries, newest first (index deliveries_by_creation, or deliveries_by_status). A filter by key looks up
 * the executions of all deliveries until the page is full, in steps.
 */
export function* listDeliveries(reading: Reading, filter: DeliveryFilter): WorkInSteps<readonly DeliveryListed[]> {
  const { keyId = null, after = null, limit } = filter;
  const rows = yield* listWindows(
    {
      endOf: function* (from, size) {
        if (keyId === null) return null;
        return yield* first(
          reading.orm
            .select({ createdAt: deliveries.createdAt, id: deliveries.id })
            .from(deliveries)
            .where(isIn(filter, from, null))
            .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
            .limit(1)
            .offset(size - 1),
        );
      },
      rowsIn: (window) =>
        all(
          reading.orm
            .select({ ...OF_SEARCH, lastOutcome: deliveryAttempts.outcome, lastDetail: deliveryAttempts.detail })
            .from(deliveries)
            .leftJoin(executions, eq(executions.id, deliveries.executionId))
            .leftJoin(
              deliveryAttempts,
              and(eq(deliveryAttempts.deliveryId, deliveries.id), eq(deliveryAttempts.number, deliveries.attempts)),
            )
            .where(
              and(
                isIn(filter, window.after, window.through),
                keyId === null ? undefined : exists(executionOfKey(reading, keyId)),
              ),
            )
            .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
            .limit(window.limit),
        ),
    },
    { after, limit },
  );
  return rows.map((row) =>
    Object.assign(row, { lastOutcome: row.lastOutcome === null ? null : readOutcome(row.lastOutcome) }),
  );
}

/** What the indexes know of a filter. A position replaces a time that is farther, so that SQLite reads only the rows in between. */
function isIn(filter: DeliveryFilter, after: DeliveryPosition | null, through: DeliveryPosition | null) {
  const { status = null, from = null, to = null } = filter;
  const { createdAt, id } = deliveries;
  const isAfterFrom = from === null ? undefined : gte(createdAt, from);
  const isBeforeTo = to === null ? undefined : lt(createdAt, to);
  const startsAtTo = after === null || (to !== null && to <= after.createdAt);
  return and(
    status === null ? undefined : eq(deliveries.status, status),
    through === null ? isAfterFrom : sql`(${createdAt}, ${id}) >= (${through.createdAt}, ${through.id})`,
    startsAtTo ? isBeforeTo : sql`(${createdAt}, ${id}) < (${after.createdAt}, ${after.id})`,
  );
}

function executionOfKey(reading: Reading, keyId: string) {
  return reading.orm
    .select({ id: executions.id })
    .from(executions)
    .where(and(eq(executions.id, deliveries.executionId), eq(executions.keyId, keyId)));
}

/** Lists all attempts of a delivery, oldest first. */
export function* attemptsOf(reading: Reading, deliveryId: string): Work<readonly DeliveryAttempt[]> {
  const { deliveryId: _, ...columns } = getTableColumns(deliveryAttempts);
  const rows = yield* all(
    reading.orm
      .select(columns)
      .from(deliveryAttempts)
      .where(eq(deliveryAttempts.deliveryId, deliveryId))
      .orderBy(asc(deliveryAttempts.number)),
  );
  return rows.map((row) => Object.assign(row, { outcome: readOutcome(row.outcome) }));
}

/** Lists the latest attempt of each of the `limit` newest attempted deliveries, oldest first (index deliveries_by_creation). */
export function* recentAttempts(reading: Reading, limit: number): Work<readonly PastAttempt[]> {
  const rows = yield* all(
    reading.orm
      .select({ url: deliveries.url, tookMs: deliveryAttempts.durationMs, at: deliveryAttempts.at })
      .from(deliveries)
      .innerJoin(
        deliveryAttempts,
        and(eq(deliveryAttempts.deliveryId, deliveries.id), eq(deliveryAttempts.number, deliveries.attempts)),
      )
      .where(ne(deliveryAttempts.outcome, "vanished"))
      .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
      .limit(limit),
  );
  return rows.toReversed().toSorted((one, other) => one.at - other.at);
}

/** Lists up to `limit` pending deliveries without an attempt, oldest first (index deliveries_by_status). */
export function* unattemptedDeliveries(reading: Reading, limit: number): Work<readonly string[]> {
  const rows = yield* all(
    reading.orm
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(eq(deliveries.status, "pending"), eq(deliveries.attempts, 0)))
      .orderBy(asc(deliveries.createdAt), asc(deliveries.id))
      .limit(limit),
  );
  return rows.map(({ id }) => id);
}

/** Adds an attempt to the log, with the next number. Does nothing if the delivery was deleted in the meantime. */
export function* recordAttempt(tx: Writing, deliveryId: string, attempt: Omit<DeliveryAttempt, "number">): Work<void> {
  const counted = yield* first(
    tx.orm
      .update(deliveries)
      .set({ attempts: sql`${deliveries.attempts} + 1` })
      .where(eq(deliveries.id, deliveryId))
      .returning({ attempts: deliveries.attempts }),
  );
  if (counted === null) return;
  yield* run(tx.orm.insert(deliveryAttempts).values({ ...attempt, deliveryId, number: counted.attempts }));
}

export function finishDelivery(tx: Writing, id: string, status: "delivered" | "failed", now: number): Work<void> {
  return run(tx.orm.update(deliveries).set({ status, finishedAt: now }).where(eq(deliveries.id, id)));
}

/** Makes a delivery that has ended pending again. */
export function reopenDelivery(tx: Writing, id: string): Work<void> {
  return run(tx.orm.update(deliveries).set({ status: "pending", finishedAt: null }).where(eq(deliveries.id, id)));
}

function readOutcome(text: string): AttemptOutcome {
  const outcome = ATTEMPT_OUTCOMES.find((one) => one === text);
  assert(outcome, `the delivery log has an unknown outcome ${text}`);
  return outcome;
}
