import { and, asc, desc, eq, getTableColumns, gt, inArray, lte, ne, sql } from "drizzle-orm";
import { answers, executions } from "../../schema/tables/service/executions.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import type { Execution } from "./execution.ts";

export function insertExecution(tx: Writing, execution: Omit<Execution, "answer">): void {
  tx.orm.insert(executions).values(execution).run();
}

export type ExecutionEnd = { readonly finishedAt: number } & (
  | { readonly status: "completed"; readonly answer: string }
  | { readonly status: "failed"; readonly errorCode: string; readonly errorDetail: string }
);

/** Ends an execution that is still in flight. False when it had already ended, so that ending twice does nothing. */
export function endExecution(tx: Writing, id: string, end: ExecutionEnd): boolean {
  const { status, finishedAt } = end;
  const error = end.status === "failed" ? { errorCode: end.errorCode, errorDetail: end.errorDetail } : {};
  const ended = tx.orm
    .update(executions)
    .set({ status, finishedAt, ...error })
    .where(and(eq(executions.id, id), eq(executions.status, "processing")))
    .returning({ id: executions.id })
    .all();
  if (ended.length === 0) return false;
  if (end.status === "completed") tx.orm.insert(answers).values({ executionId: id, answer: end.answer }).run();
  return true;
}

/** An ended execution as cleaning looks at it. */
export interface EndedExecution {
  readonly id: string;
  readonly finishedAt: number;
  /** Whether a later execution of its search has ended. */
  readonly isSuperseded: boolean;
}

/** Executions that ended before `before`, the oldest first, from after `after` (index executions_by_end). */
export function listEnded(
  reading: Reading,
  range: { readonly before: number; readonly after: EndedExecution | null; readonly limit: number },
): readonly EndedExecution[] {
  const after = range.after ?? { finishedAt: 0, id: "" };
  const rows = reading.orm
    .select({
      id: executions.id,
      finishedAt: sql<number>`${executions.finishedAt}`,
      // By the order in which they began, because a clock may have been corrected between them.
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
    .limit(range.limit)
    .all();
  return rows.map((row) => ({ ...row, isSuperseded: row.isSuperseded === 1 }));
}

/** Up to `limit` executions that ended after `after` (index executions_by_end). */
export function endedAfter(reading: Reading, after: number, limit: number): readonly string[] {
  const rows = reading.orm
    .select({ id: executions.id })
    .from(executions)
    .where(sql`finished_at is not null and finished_at > ${after}`)
    .limit(limit)
    .all();
  return rows.map((row) => row.id);
}

/** Gives executions another time of their end. `ids` is one batch. */
export function setFinishedAt(tx: Writing, ids: readonly string[], finishedAt: number): void {
  tx.orm
    .update(executions)
    .set({ finishedAt })
    .where(inArray(executions.id, [...ids]))
    .run();
}

/** Removes executions with their answers, deliveries and attempts. `ids` is one batch. */
export function removeExecutions(tx: Writing, ids: readonly string[]): void {
  if (ids.length > 0)
    tx.orm
      .delete(executions)
      .where(inArray(executions.id, [...ids]))
      .run();
}

/** The executions in flight that name an asset, which is a UUID of ours (index executions_in_flight). */
export function listWaitingFor(reading: Reading, assetId: string): readonly string[] {
  const rows = reading.orm
    .select({ id: executions.id })
    .from(executions)
    .where(sql`status = 'processing' and instr(${executions.assetIds}, ${JSON.stringify(assetId)}) > 0`)
    .all();
  return rows.map((row) => row.id);
}

/** Reads executions by statements prepared once. */
export class ExecutionReader {
  readonly #byId;
  readonly #inFlight;
  readonly #completedBetween;
  readonly #latestTerminal;

  constructor(reading: Reading) {
    const { orm } = reading;
    const searchId = eq(executions.searchId, sql.placeholder("searchId"));
    const whole = () =>
      orm
        .select({ ...getTableColumns(executions), answer: answers.answer })
        .from(executions)
        .leftJoin(answers, eq(answers.executionId, executions.id));
    this.#byId = whole()
      .where(eq(executions.id, sql.placeholder("id")))
      .prepare();
    this.#inFlight = orm
      .select({ id: executions.id })
      .from(executions)
      .where(and(searchId, sql`status = 'processing'`))
      .prepare();
    this.#completedBetween = whole()
      .where(
        and(
          searchId,
          eq(executions.status, "completed"),
          gt(executions.finishedAt, sql.placeholder("since")),
          lte(executions.finishedAt, sql.placeholder("until")),
        ),
      )
      .orderBy(desc(executions.finishedAt))
      .limit(1)
      .prepare();
    this.#latestTerminal = whole()
      .where(and(searchId, eq(executions.keyId, sql.placeholder("keyId")), ne(executions.status, "processing")))
      .orderBy(sql`executions.rowid desc`)
      .limit(1)
      .prepare();
  }

  find(id: string): Execution | null {
    return this.#byId.get({ id }) ?? null;
  }

  isInFlight(searchId: string): boolean {
    return this.#inFlight.get({ searchId }) !== undefined;
  }

  /** The latest that completed after `since` and not after `until` (milliseconds). */
  completedBetween(searchId: string, since: number, until: number): Execution | null {
    return this.#completedBetween.get({ searchId, since, until }) ?? null;
  }

  /** Of those that have ended, the one that began last. */
  latestTerminal(searchId: string, keyId: string): Execution | null {
    return this.#latestTerminal.get({ searchId, keyId }) ?? null;
  }
}
