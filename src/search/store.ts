import { and, desc, eq, gt, inArray, ne, sql } from "drizzle-orm";
import { executions } from "../../schema/tables/service/executions.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import type { Execution } from "./execution.ts";

export function insertExecution(tx: Writing, execution: Execution): void {
  tx.orm.insert(executions).values(execution).run();
}

/** Ends an execution that is still in flight. False when it had already ended, so that ending twice does nothing. */
export function endExecution(
  tx: Writing,
  id: string,
  end: Pick<Execution, "finishedAt"> &
    ({ status: "completed"; answer: string } | { status: "failed"; errorCode: string; errorDetail: string }),
): boolean {
  const ended = tx.orm
    .update(executions)
    .set(end)
    .where(and(eq(executions.id, id), eq(executions.status, "processing")))
    .returning({ id: executions.id })
    .all();
  return ended.length > 0;
}

/** Removes executions that a later one of the same search has replaced, `limit` at most; returns how many. */
export function removeSuperseded(tx: Writing, finishedBefore: number, limit: number): number {
  const superseded = tx.orm
    .select({ id: executions.id })
    .from(executions)
    .where(
      sql`${executions.finishedAt} < ${finishedBefore} and exists (select 1 from executions as later
        where later.search_id = executions.search_id and later.finished_at > executions.finished_at)`,
    )
    .limit(limit)
    .all()
    .map((row) => row.id);
  if (superseded.length > 0) tx.orm.delete(executions).where(inArray(executions.id, superseded)).run();
  return superseded.length;
}

/** Reads executions by statements prepared once. */
export class ExecutionReader {
  readonly #byId;
  readonly #inFlight;
  readonly #completedSince;
  readonly #latestTerminal;

  constructor(reading: Reading) {
    const { orm } = reading;
    const searchId = eq(executions.searchId, sql.placeholder("searchId"));
    this.#byId = orm
      .select()
      .from(executions)
      .where(eq(executions.id, sql.placeholder("id")))
      .prepare();
    this.#inFlight = orm
      .select()
      .from(executions)
      .where(and(searchId, sql`status = 'processing'`))
      .prepare();
    this.#completedSince = orm
      .select()
      .from(executions)
      .where(and(searchId, eq(executions.status, "completed"), gt(executions.finishedAt, sql.placeholder("since"))))
      .orderBy(desc(executions.finishedAt))
      .limit(1)
      .prepare();
    this.#latestTerminal = orm
      .select()
      .from(executions)
      .where(and(searchId, eq(executions.keyId, sql.placeholder("keyId")), ne(executions.status, "processing")))
      .orderBy(desc(executions.finishedAt))
      .limit(1)
      .prepare();
  }

  find(id: string): Execution | null {
    return this.#byId.get({ id }) ?? null;
  }

  inFlight(searchId: string): Execution | null {
    return this.#inFlight.get({ searchId }) ?? null;
  }

  /** The latest that completed after `since` (milliseconds). */
  completedSince(searchId: string, since: number): Execution | null {
    return this.#completedSince.get({ searchId, since }) ?? null;
  }

  latestTerminal(searchId: string, keyId: string): Execution | null {
    return this.#latestTerminal.get({ searchId, keyId }) ?? null;
  }
}
