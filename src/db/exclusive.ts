import type { Writing } from "./service-db.ts";
import { rows, type Work } from "./work.ts";

const LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))";
const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0))::int AS "isLocked"';

/**
 * Waits until no other transaction is exclusive under this name, until the end of this one. For what is read and then decided by:
 * on PostgreSQL, another transaction can change it in between. On SQLite, transactions run one after the other anyway. Transactions
 * that take the same names in different orders can lock each other out; then one of them runs again.
 */
export function* exclusive(tx: Writing, name: string): Work<void> {
  if (tx.engine === "postgres") yield* rows(tx, LOCK, name);
}

/** Like `exclusive`, but returns false instead of waiting. */
export function* tryExclusive(tx: Writing, name: string): Work<boolean> {
  if (tx.engine === "sqlite") return true;
  const [row] = yield* rows<{ readonly isLocked: number }>(tx, TRY_LOCK, name);
  return row?.isLocked === 1;
}
