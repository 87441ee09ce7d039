import type { Database, SQLQueryBindings } from "bun:sqlite";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { openReadonly } from "./open.ts";
import type { Reading } from "./service-db.ts";
import { type Parameter, runNow, type SqlText, type WorkInSteps } from "./work.ts";

/** Runs work that only reads on a file that no server has as its database, such as a snapshot, at once. Neither migrates nor changes it. */
export function readDatabaseFile<Result>(path: string, work: (reading: Reading) => WorkInSteps<Result>): Result {
  const sqlite = openReadonly(path);
  try {
    return runNow(work(readingOfFile(sqlite)));
  } finally {
    sqlite.close();
  }
}

/** Returns a connection that only reads, for a file that was opened. */
export function readingOfFile(sqlite: Database): Reading {
  return {
    engine: "sqlite",
    orm: drizzle(sqlite),
    rows: (text, parameters) => rowsOf(sqlite, text, parameters),
  };
}

export function rowsOf(sqlite: Database, text: SqlText, parameters: readonly Parameter[]): readonly unknown[] {
  const sql = typeof text === "string" ? text : text.sqlite;
  return sqlite.query<unknown, SQLQueryBindings[]>(sql).all(...(parameters as SQLQueryBindings[]));
}
