import type { Work, WorkInSteps } from "./work.ts";

/** Rows of the index that one step passes. Looking them all up takes some milliseconds. */
const WINDOW_ROWS = 2_000;

/** A list of the rows of a table that match, in the order of an index that does not know all that is filtered by. */
export interface ListedWindows<Position, Row> {
  /** Returns the position of the last of the next `rows` rows of the index; null if there are fewer. */
  endOf(after: Position | null, rows: number): Work<Position | null>;
  /** Returns up to `limit` rows that match after `after`, up to and including `through`; null means without an end. */
  rowsIn(window: {
    readonly after: Position | null;
    readonly through: Position | null;
    readonly limit: number;
  }): Work<readonly Row[]>;
}

/**
 * Lists up to `limit` rows that match after `after`. If few rows match, a single query would read all rows before it returns, so
 * each step reads a limited number of them.
 */
export function* listWindows<Position, Row>(
  list: ListedWindows<Position, Row>,
  { after, limit }: { readonly after: Position | null; readonly limit: number },
): WorkInSteps<readonly Row[]> {
  const found: Row[] = [];
  let from = after;
  for (;;) {
    const through = yield* list.endOf(from, WINDOW_ROWS);
    found.push(...(yield* list.rowsIn({ after: from, through, limit: limit - found.length })));
    if (through === null || found.length >= limit) return found;
    from = through;
    yield;
  }
}
