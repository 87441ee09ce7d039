import { Database } from "bun:sqlite";

/** Per connection. The least recently used statement makes room. */
const KEPT_MAX = 256;
/** Texts with hundreds of parameters are longer: they differ by the length of a list, and their statements take a third of a megabyte. */
const KEPT_CHARACTERS_MAX = 4_096;

/**
 * Lets `prepare` of a database return the statement of an earlier call with the same text: drizzle prepares a statement for each
 * execution, which takes a quarter of the time of small transactions. Such a statement must run to its end at once: do not
 * iterate over it.
 */
export function keepStatements(database: Database): Database {
  // Bun has one limit for all connections, 20 by default.
  Database.MAX_QUERY_CACHE_SIZE = KEPT_MAX;
  const prepareAnew = database.prepare.bind(database);
  const prepare: Database["prepare"] = (text) =>
    text.length > KEPT_CHARACTERS_MAX ? prepareAnew(text) : database.query(text);
  return Object.assign(database, { prepare });
}
