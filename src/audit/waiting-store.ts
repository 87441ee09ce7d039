import { max } from "drizzle-orm";
import { auditWaiting } from "../../schema/tables/postgres/audit-waiting.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { first, type Parameter, rows, type Work } from "../db/work.ts";

/** An event that has no number yet. */
export interface WaitingEntry {
  readonly at: number;
  readonly keyId: string | null;
  /** The JSON of its line, without number and digest. */
  readonly entry: string;
}

/** A statement that changes rows, and the values of its parameters. */
export interface SqlChange {
  readonly text: string;
  readonly parameters: readonly Parameter[];
}

/** One parameter for any number of entries, so that each connection keeps one statement prepared. */
const PUT = `INSERT INTO audit_waiting (at, key_id, entry)
  SELECT (w.value ->> 0)::bigint, w.value ->> 1, w.value ->> 2 FROM json_array_elements(?::json) w(value)`;

/** The array makes PostgreSQL look the rows up, however many it expects. */
const TAKE = `DELETE FROM audit_waiting
  WHERE id = ANY (ARRAY(SELECT id FROM audit_waiting WHERE id <= ? ORDER BY id LIMIT ?))
  RETURNING id, at, key_id AS "keyId", entry`;

export function* putWaiting(tx: Writing, entries: readonly WaitingEntry[]): Work<void> {
  if (entries.length > 0) yield* rows(tx, PUT, parameterOf(entries));
}

/** Returns a statement that also makes another change. */
export function puttingWith(change: SqlChange, entries: readonly WaitingEntry[]): SqlChange {
  return {
    text: `WITH change AS (${change.text}) ${PUT}`,
    parameters: [...change.parameters, parameterOf(entries)],
  };
}

function parameterOf(entries: readonly WaitingEntry[]): string {
  return JSON.stringify(entries.map(({ at, keyId, entry }) => [at, keyId, entry]));
}

/** Removes the first entries up to the number `through`, and returns them in their order. */
export function* takeWaiting(tx: Writing, through: number, limit: number): Work<readonly WaitingEntry[]> {
  const taken = yield* rows<WaitingEntry & { readonly id: number }>(tx, TAKE, through, limit);
  return taken.toSorted((one, other) => one.id - other.id);
}

/** Lists entries after the number `after`, in order. `?` is a parameter: `after` and the limit. */
export const LIST_WAITING =
  'SELECT id, at, key_id AS "keyId", entry FROM audit_waiting WHERE id > ? ORDER BY id LIMIT ?';

/** Returns the highest number and the latest time of those that wait. */
export function* lastWaiting(reading: Reading): Work<{ readonly id: number | null; readonly at: number | null }> {
  const last = yield* first(
    reading.orm.select({ id: max(auditWaiting.id), at: max(auditWaiting.at) }).from(auditWaiting),
  );
  return last ?? { id: null, at: null };
}
