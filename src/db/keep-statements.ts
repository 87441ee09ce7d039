import { Database } from "bun:sqlite";

/** Per connection. Texts with a list of ids differ by its length, so the least recently used statement makes room. */
const KEPT_MAX = 256;

/**
 * Lets `prepare` of a database return the statement of an earlier call with the same text: drizzle prepares a statement for each
 * execution, which takes a quarter of the time of small transactions. Such a statement must run to its end at once: do not
 * iterate over it.
 */
export function keepStatements(database: Database): Database {
  // Bun has one limit for all connections, 20 by default.
  Database.MAX_QUERY_CACHE_SIZE = KEPT_MAX;
  const prepare: Database["prepare"] = (text) => database.query(text);
  return Object.assign(database, { prepare });
}
