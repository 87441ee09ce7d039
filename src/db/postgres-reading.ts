import { ormOf, type PostgresConnection, statement } from "./postgres-client.ts";
import type { Reading } from "./service-db.ts";
import type { Parameter, SqlText } from "./work.ts";

/** Returns what runs the statements of stores on a connection. */
export function readingOf(connection: PostgresConnection): Reading {
  return {
    engine: "postgres",
    orm: ormOf(connection),
    rows: (text, parameters) => rowsOf(connection, text, parameters),
  };
}

/** Parameters are `?` in the texts of stores, and numbered in PostgreSQL's. */
export function rowsOf(
  connection: PostgresConnection,
  text: SqlText,
  parameters: readonly Parameter[],
): PromiseLike<readonly unknown[]> {
  let count = 0;
  const own = typeof text === "string" ? text : text.postgres;
  return statement(
    connection,
    own.replaceAll("?", () => `$${(count += 1)}`),
    parameters,
  );
}
