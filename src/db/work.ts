import type { WaitingSteps } from "../lib/steps.ts";

/**
 * Work on a database: a generator that runs its statements through the functions below. On SQLite each statement runs at once
 * and nothing is yielded, so work is one synchronous run. On PostgreSQL work yields each statement, and its runner awaits it. A generator cannot await anything else, so a transaction contains only statements.
 */
export interface Work<Result> extends Generator<PromiseLike<unknown>, Result, unknown> {
  /** Never present. Because of it the linter treats work as a promise, and reports work that nothing runs. */
  readonly then?: (onResult: (result: Result) => void, onError: (error: unknown) => void) => void;
}

/** Work of many statements, during which other computations run wherever it yields undefined (`lib/slices.ts`). */
export interface WorkInSteps<Result> extends WaitingSteps<Result> {
  /** As in `Work`. */
  readonly then?: (onResult: (result: Result) => void, onError: (error: unknown) => void) => void;
}

/** A drizzle query that returns rows. On PostgreSQL it has no `all`, and runs when it is awaited. */
interface RowsQuery<Row> {
  all?(): Row[];
}

/** A drizzle statement whose rows are not needed. On PostgreSQL it has no `run`, and runs when it is awaited. */
interface Change {
  run?(): unknown;
}

export type Engine = "sqlite" | "postgres";

/** A statement in the words of both engines: one text if they agree. */
export type SqlText = string | Readonly<Record<Engine, string>>;

/** Runs statements that are text. `?` is a parameter. */
export interface Statements {
  readonly engine: Engine;
  /** Returns the rows of a statement, which stays prepared. */
  rows(text: SqlText, parameters: readonly Parameter[]): readonly unknown[] | PromiseLike<readonly unknown[]>;
}

export type Parameter = string | number | null | Uint8Array;

/** Returns all rows of a query. */
export function* all<Row>(query: RowsQuery<Row>): Work<readonly Row[]> {
  return query.all === undefined ? ((yield query as PromiseLike<Row[]>) as Row[]) : query.all();
}

/** Returns the first row of a query, which should be limited to one, or null. */
export function* first<Row>(query: RowsQuery<Row>): Work<Row | null> {
  const [row = null] = yield* all(query);
  return row;
}

/** Runs a statement without reading rows. */
export function* run(change: Change): Work<void> {
  if (change.run === undefined) yield change as PromiseLike<unknown>;
  else change.run();
}

/** Returns the rows of a statement that is text. The caller knows their type, because it wrote the statement. */
export function* rows<Row>(
  statements: Statements,
  text: SqlText,
  ...parameters: readonly Parameter[]
): Work<readonly Row[]> {
  const found = statements.rows(text, parameters);
  return (Array.isArray(found) ? found : yield found as PromiseLike<unknown>) as readonly Row[];
}

/** Work that was done at once, for a caller that wants work. Of stores that cannot wait yet. */
// oxlint-disable-next-line require-yield -- what it returns is there already
export function* done<Result>(result: Result): Work<Result> {
  return result;
}

/**
 * Runs work of SQLite and returns its result, without pauses between steps. Outside of `db`, callers use `ServiceDb.read` and
 * `ServiceDb.write`, or `readDatabaseFile` for a file.
 */
export function runNow<Result>(work: WorkInSteps<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (step.value !== undefined) throw new Error("Invariant broken: work on SQLite waited");
  }
}
