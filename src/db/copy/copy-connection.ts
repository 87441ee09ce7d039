import type { Database, SQLQueryBindings } from "bun:sqlite";
import { systemTimer } from "../../lib/timer.ts";
import { readingOfFile } from "../database-file.ts";
import type { PostgresAddress } from "../../lib/postgres-address.ts";
import { connectPostgres, type PostgresClient, type PostgresConnection, statement } from "../postgres-client.ts";
import { PostgresFailed, withoutValues } from "../postgres-errors.ts";
import { readingOf } from "../postgres-reading.ts";
import { runWaiting } from "../run-waiting.ts";
import type { Reading, Writing } from "../service-db.ts";
import { type Engine, type Parameter, runNow, type Work } from "../work.ts";

const END_SECONDS = 1;
/** Sessions of a server that has just stopped end a moment later. */
const SESSIONS_WAIT_MS = 200;
const SESSIONS_WAITS = 10;

export type CopiedRow = Readonly<Record<string, Parameter>>;

/** One open transaction on either engine. `?` is a parameter. */
export interface CopyConnection {
  readonly engine: Engine;
  rows(text: string, parameters?: readonly Parameter[]): Promise<readonly CopiedRow[]>;
  /** Runs work of a store. It notes no changes, because no server runs. */
  write(work: (tx: Writing) => Work<void>): Promise<void>;
}

/** Other processes use the database. */
class DatabaseInUse extends Error {
  constructor(sessions: number) {
    const count = sessions === 1 ? "1 session" : `${sessions} sessions`;
    super(`Needledrop uses this database now (${count}). Stop all its servers and commands first.`);
    this.name = "DatabaseInUse";
  }
}

/** The connection ended before the answer to COMMIT. */
class CopyUnconfirmed extends Error {
  constructor({ message }: PostgresFailed) {
    const remedy = "Repeat it: if the database is then refused as not empty, the copy is complete.";
    // Without a cause, whose advice would be shown instead of this sentence.
    super(
      `The connection ended while the copy was committed, so whether it arrived is unknown. ${remedy} (${message})`,
    );
    this.name = "CopyUnconfirmed";
  }
}

/** Runs `work` in one transaction on an open file. */
export async function withinSqlite<Result>(
  sqlite: Database,
  begin: "BEGIN" | "BEGIN IMMEDIATE",
  work: (connection: CopyConnection) => Promise<Result>,
): Promise<Result> {
  sqlite.run(begin);
  const result = await work({
    engine: "sqlite",
    rows: async (text, parameters = []) =>
      sqlite.query<CopiedRow, SQLQueryBindings[]>(text).all(...(parameters as SQLQueryBindings[])),
    write: async (write) => runNow(write(writingOf(readingOfFile(sqlite)))),
  });
  sqlite.run("COMMIT");
  return result;
}

/**
 * Connects, runs `prepare` outside of a transaction, and then `work` in one. An error, or the end of this process, ends the connection,
 * so PostgreSQL rolls back. Throws PostgresFailed, DatabaseInUse if another process of Needledrop is connected, and CopyUnconfirmed if `writes`
 * is set and whether PostgreSQL has committed is unknown.
 */
export async function withinPostgres<Result>(
  {
    address,
    ca = null,
    writes,
  }: { readonly address: PostgresAddress; readonly ca?: string | null; readonly writes: boolean },
  prepare: (client: PostgresClient, connection: CopyConnection) => Promise<void>,
  work: (connection: CopyConnection) => Promise<Result>,
): Promise<Result> {
  let isOpen = false;
  let isLost = false;
  const client = connectPostgres(address, {
    connections: 1,
    ca,
    isPermanent: true,
    onClose: () => (isLost ||= isOpen),
  });
  // The driver would connect again for the next statement, outside of the transaction.
  const requireConnected = (): void => {
    if (isLost) throw new PostgresFailed("The connection has ended within the copy", "CONNECTION_CLOSED");
  };
  const open: PostgresConnection = {
    unsafe: (...parameters) => {
      requireConnected();
      return client.unsafe(...parameters);
    },
  };
  const connection: CopyConnection = {
    engine: "postgres",
    rows: async (text, parameters = []) => {
      let count = 0;
      const numbered = text.replaceAll("?", () => `$${(count += 1)}`);
      try {
        return await statement(open, numbered, parameters);
      } catch (error) {
        throw withoutValues(error);
      }
    },
    write: (write) => runWaiting(write(writingOf(readingOf(open)))),
  };
  try {
    await requireUnused(connection);
    await prepare(client, connection);
    await connection.rows("begin isolation level repeatable read");
    isOpen = true;
    for (const limit of ["statement_timeout", "idle_in_transaction_session_timeout"]) {
      await connection.rows(`set local ${limit} = 0`);
    }
    const result = await work(connection);
    requireConnected();
    await connection.rows("commit").catch((error: unknown) => {
      if (!(error instanceof PostgresFailed && error.failure === "unreachable")) throw error;
      if (writes) throw new CopyUnconfirmed(error);
    });
    isOpen = false;
    return result;
  } finally {
    await client.end({ timeout: END_SECONDS });
  }
}

function writingOf(reading: Reading): Writing {
  return Object.assign(reading, {
    onCommit: () => undefined,
    noteChange: () => undefined,
  }) as unknown as Writing;
}

async function requireUnused(connection: CopyConnection): Promise<void> {
  for (let waits = 0; ; waits += 1) {
    const [row] = await connection.rows(
      `select count(*) as count from pg_stat_activity
       where datname = current_database() and application_name = 'needledrop' and pid <> pg_backend_pid()`,
    );
    const count = Number(row?.["count"]);
    if (count === 0) return;
    if (waits === SESSIONS_WAITS) throw new DatabaseInUse(count);
    await new Promise<void>((resolve) => void systemTimer.after(SESSIONS_WAIT_MS, resolve));
  }
}
