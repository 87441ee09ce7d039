import type { Reading, ServiceDb } from "../db/service-db.ts";
import { rows, type Work } from "../db/work.ts";
import { assert } from "../lib/assert.ts";
import { SECOND_MS } from "../lib/clock.ts";

/** The function is in a migration of PostgreSQL. It counts by the clock of the database. */
const TAKE = 'SELECT taken, remaining, "waitMs" FROM take_searches(?, ?, ?)';
const COUNT = `SELECT count(*) AS "count" FROM search_rates, unnest(times) t
  WHERE key_id = ? AND t > floor(extract(epoch from clock_timestamp()) * 1000) - ${SECOND_MS}`;

/** How many of the requests that were asked for are allowed, and what is left then. */
export interface TakenSearches {
  readonly taken: number;
  readonly remaining: number;
  /** Until the window has room again; 0 while it has. */
  readonly waitMs: number;
}

/** Counts up to `wanted` requests of a key, as many as its rate allows. */
export async function takeSearches(
  db: ServiceDb,
  { keyId, rate, wanted }: { readonly keyId: string; readonly rate: number; readonly wanted: number },
): Promise<TakenSearches> {
  const [taken] = await db.change<TakenSearches>(TAKE, [keyId, rate, wanted]);
  assert(taken !== undefined, "the function returns a row");
  return taken;
}

/** Returns the number of a key's requests in the last second. */
export function* countSearches(reading: Reading, keyId: string): Work<number> {
  const [row] = yield* rows<{ readonly count: number }>(reading, COUNT, keyId);
  return row?.count ?? 0;
}
