import { customType, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** An array of integers, which SQLite does not have. */
const integers = customType<{ data: readonly number[] }>({ dataType: () => "integer[]" });

/**
 * What the limits of all nodes count together. With SQLite, the server counts in memory. Only on PostgreSQL, and UNLOGGED: a count
 * waits for no disk, and a crash of PostgreSQL forgets it, as a restart of a server on SQLite does.
 */
export const searchRates = sqliteTable("search_rates", {
  keyId: text("key_id").primaryKey(),
  /** The times of the key's requests in the last second. */
  times: integers().notNull(),
});

/** Attempts to sign in since the last one that succeeded. */
export const signInAttempts = sqliteTable("sign_in_attempts", {
  /** SHA-256 of the name: people type anything. */
  name: text().primaryKey(),
  count: integer().notNull(),
  /** The time of the last one that was made. */
  at: integer().notNull(),
});
