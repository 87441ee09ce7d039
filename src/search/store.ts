import { and, asc, eq, getTableColumns, inArray, not, sql } from "drizzle-orm";
import { deliveries, deliveryAttempts } from "../../schema/tables/service/deliveries.ts";
import { answers, executions } from "../../schema/tables/service/executions.ts";
import { contains } from "../db/engine-sql.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, first, rows, run, type Work } from "../db/work.ts";
import { type Execution, NO_CALLBACK } from "./execution.ts";

export function insertExecution(tx: Writing, execution: Omit<Execution, "answer">): Work<void> {
  return run(tx.orm.insert(executions).values(execution));
}

export type ExecutionEnd = { readonly finishedAt: number } & (
  | { readonly status: "completed"; readonly answer: string }
  | { readonly status: "failed"; readonly errorCode: string; readonly errorDetail: string }
);

/**
 * Gives an execution in flight a callback if it has none. Returns whether it had none: its request came by another way than
 * HTTP, and this is the first one that waits for a webhook.
 */
export function* adoptCallback(tx: Writing, id: string, callbackUrl: string): Work<boolean> {
  const adopted = yield* all(
    tx.orm
      .update(executions)
      .set({ callbackUrl })
      .where(and(eq(executions.id, id), eq(executions.status, "processing"), eq(executions.callbackUrl, NO_CALLBACK)))
      .returning({ id: executions.id }),
  );
  return adopted.length > 0;
}

/**
 * Ends an execution that is in flight. Returns its callback, which can be newer than the one that was read at its start.
 * Returns null, and changes nothing, if it has already ended.
 */
export function* endExecution(tx: Writing, id: string, end: ExecutionEnd): Work<Pick<Execution, "callbackUrl"> | null> {
  const { status, finishedAt } = end;
  const error = end.status === "failed" ? { errorCode: end.errorCode, errorDetail: end.errorDetail } : {};
  const ended = yield* first(
    tx.orm
      .update(executions)
      .set({ status, finishedAt, ...error })
      .where(and(eq(executions.id, id), eq(executions.status, "processing")))
      .returning({ callbackUrl: executions.callbackUrl }),
  );
  if (ended === null) return null;
  if (end.status === "completed") yield* run(tx.orm.insert(answers).values({ executionId: id, answer: end.answer }));
  return ended;
}

type EndedPosition = Pick<EndedExecution, "id" | "finishedAt">;

/** An ended execution, as cleaning needs it. */
export interface EndedExecution {
  readonly id: string;
  readonly finishedAt: number;
  readonly createdAt: number;
  /** Whether its webhook is still to be sent. */
  readonly isDelivering: boolean;
  /** Whether a later execution of its search has ended. */
  readonly isSuperseded: boolean;
}

const IS_DELIVERING = sql`exists (select 1 from deliveries
  where deliveries.execution_id = executions.id and deliveries.status = 'pending')`;

/** Lists executions that ended before `before`, oldest first, starting after `after` (index executions_by_end). */
export function* listEnded(
  reading: Reading,
  range: { readonly before: number; readonly after: EndedPosition | null; readonly limit: number },
): Work<readonly EndedExecution[]> {
  const after = range.after ?? { finishedAt: 0, id: "" };
  const ended = yield* all(
    reading.orm
      .select({
        id: executions.id,
        finishedAt: sql<number>`${executions.finishedAt}`,
        createdAt: executions.createdAt,
        isDelivering: sql<number>`${IS_DELIVERING}`,
        // In order of their start, because the clock may have been corrected in between.
        isSuperseded: sql<number>`exists (select 1 from executions as later
        where later.search_id = executions.search_id and later.finished_at is not null
          and later.rowid > executions.rowid)`,
      })
      .from(executions)
      .where(
        sql`finished_at is not null and finished_at < ${range.before}
        and (finished_at, id) > (${after.finishedAt}, ${after.id})`,
      )
      .orderBy(asc(executions.finishedAt), asc(executions.id))
      .limit(range.limit),
  );
  return ended.map((row) => ({ ...row, isDelivering: row.isDelivering === 1, isSuperseded: row.isSuperseded === 1 }));
}

/** Lists up to `limit` executions that ended after `after` (index executions_by_end). */
export function* endedAfter(reading: Reading, after: number, limit: number): Work<readonly string[]> {
  const ended = yield* all(
    reading.orm
      .select({ id: executions.id })
      .from(executions)
      .where(sql`finished_at is not null and finished_at > ${after}`)
      .limit(limit),
  );
  return ended.map((row) => row.id);
}

/** Sets the end of executions. `ids` is one batch. */
export function setFinishedAt(tx: Writing, ids: readonly string[], finishedAt: number): Work<void> {
  return run(
    tx.orm
      .update(executions)
      .set({ finishedAt })
      .where(inArray(executions.id, [...ids])),
  );
}

/** Sets the end of executions to their start. `ids` is one batch. */
export function setFinishedAtStart(tx: Writing, ids: readonly string[]): Work<void> {
  return run(
    tx.orm
      .update(executions)
      .set({ finishedAt: sql`created_at` })
      .where(inArray(executions.id, [...ids])),
  );
}

/**
 * Deletes executions with their answers, deliveries and attempts, except those whose webhook is to be sent again by now. `ids`
 * is one batch. Returns the number of deleted ones. If their webhooks have `attemptsMax` attempts or more, deletes so many
 * attempts only, and returns null.
 */
export function* removeExecutions(tx: Writing, ids: readonly string[], attemptsMax: number): Work<number | null> {
  const removable = and(inArray(executions.id, [...ids]), not(IS_DELIVERING));
  const attempts = tx.orm
    .select({ deliveryId: deliveryAttempts.deliveryId, number: deliveryAttempts.number })
    .from(executions)
    .innerJoin(deliveries, eq(deliveries.executionId, executions.id))
    .innerJoin(deliveryAttempts, eq(deliveryAttempts.deliveryId, deliveries.id))
    .where(removable)
    .limit(attemptsMax);
  const removedAttempts = yield* all(
    tx.orm
      .delete(deliveryAttempts)
      .where(sql`(${deliveryAttempts.deliveryId}, ${deliveryAttempts.number}) in ${attempts}`)
      .returning({ number: deliveryAttempts.number }),
  );
  if (removedAttempts.length === attemptsMax) return null;
  const removed = yield* all(tx.orm.delete(executions).where(removable).returning({ id: executions.id }));
  return removed.length;
}

/** Lists the executions in flight that have an asset, whose id is a UUID (index executions_in_flight). */
export function* listWaitingFor(reading: Reading, assetId: string): Work<readonly string[]> {
  const waiting = yield* all(
    reading.orm
      .select({ id: executions.id })
      .from(executions)
      .where(and(sql`status = 'processing'`, contains(reading, executions.assetIds, JSON.stringify(assetId)))),
  );
  return waiting.map((row) => row.id);
}

const WITH_ANSWER = `SELECT ${Object.entries(getTableColumns(executions))
  .map(([name, column]) => `executions.${column.name} AS "${name}"`)
  .join(", ")}, answers.answer AS "answer"
  FROM executions LEFT JOIN answers ON answers.execution_id = executions.id`;

/** Text, so that each connection keeps them prepared: every search runs several. */
const READING = {
  byId: `${WITH_ANSWER} WHERE executions.id = ?`,
  inFlight: "SELECT id, key_id AS \"keyId\" FROM executions WHERE search_id = ? AND status = 'processing'",
  completedBetween: `${WITH_ANSWER}
    WHERE search_id = ? AND status = 'completed' AND finished_at > ? AND finished_at <= ?
    ORDER BY finished_at DESC LIMIT 1`,
  latestTerminal: `${WITH_ANSWER} WHERE search_id = ? AND key_id = ? AND status <> 'processing'
    ORDER BY executions.rowid DESC LIMIT 1`,
} as const;

export function* findExecution(reading: Reading, id: string): Work<Execution | null> {
  const [found = null] = yield* rows<Execution>(reading, READING.byId, id);
  return found;
}

/** Returns the execution of a search that is in flight, or null. */
export function* executionInFlight(reading: Reading, searchId: string): Work<Pick<Execution, "id" | "keyId"> | null> {
  const [found = null] = yield* rows<Pick<Execution, "id" | "keyId">>(reading, READING.inFlight, searchId);
  return found;
}

/** Returns the latest execution that completed after `since` and not after `until` (milliseconds since the epoch). */
export function* completedBetween(
  reading: Reading,
  searchId: string,
  since: number,
  until: number,
): Work<Execution | null> {
  const [found = null] = yield* rows<Execution>(reading, READING.completedBetween, searchId, since, until);
  return found;
}

/** Returns the ended execution that started last. */
export function* latestTerminal(reading: Reading, searchId: string, keyId: string): Work<Execution | null> {
  const [found = null] = yield* rows<Execution>(reading, READING.latestTerminal, searchId, keyId);
  return found;
}
