import { PgDatabase, PgDialect } from "drizzle-orm/pg-core";
import { PostgresJsSession } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { systemTimer, type Timer } from "../lib/timer.ts";
import type { PostgresAddress } from "../lib/postgres-address.ts";
import { PostgresSockets } from "./postgres-sockets.ts";
import type { Orm } from "./service-db.ts";
import type { Parameter } from "./work.ts";

/** Statements of searches take milliseconds; the longest are sweeps, in steps. */
const STATEMENT_MAX_MS = 30_000;
/** As long as writes wait for a lock on SQLite. */
const LOCK_WAIT_MAX_MS = 5_000;
/** A transaction is nothing but statements. One that pauses this long belongs to a process that hangs. */
const IDLE_IN_TRANSACTION_MAX_MS = 10_000;
const CONNECT_MAX_SECONDS = 10;
/** Longer texts differ by the length of a list, and each connection would keep every one of them prepared. */
const PREPARED_CHARACTERS_MAX = 4_096;

const INT8 = 20;
const NUMERIC = 1_700;
const BOOLEAN = 16;
const JSON_TYPE = 114;

export type PostgresClient = postgres.Sql;
/** A client, or the connection of a transaction. */
export type PostgresConnection = Pick<PostgresClient, "unsafe">;

/** Returns a client that connects when it is used. `onNotify` and `onClose` are of all its connections. */
export function connectPostgres(
  address: PostgresAddress,
  options: {
    readonly connections: number;
    /** PEM certificates to trust instead of the built-in list. */
    readonly ca?: string | null;
    /** Whether a connection stays open for ever. Others close after a minute without use. */
    readonly isPermanent?: boolean;
    readonly onNotify?: (channel: string, payload: string) => void;
    readonly onClose?: () => void;
    readonly timer?: Timer;
  },
): PostgresClient {
  // Not in the types of the driver.
  const sockets = new PostgresSockets(address, options.timer ?? systemTimer);
  const unlisted = { onnotify: options.onNotify, socket: () => sockets.open() };
  const client = postgres({
    ...(address.host.startsWith("/")
      ? { path: `${address.host}/.s.PGSQL.${address.port}` }
      : { host: address.host, port: address.port }),
    database: address.database,
    username: address.user,
    password: address.password,
    ssl: address.isEncrypted ? { rejectUnauthorized: true, ...(options.ca == null ? {} : { ca: options.ca }) } : false,
    max: options.connections,
    ...(options.isPermanent === true ? { idle_timeout: 0, max_lifetime: null } : { idle_timeout: 60 }),
    connect_timeout: CONNECT_MAX_SECONDS,
    fetch_types: false,
    // Notices can quote rows.
    onnotice: () => undefined,
    onclose: () => options.onClose?.(),
    ...unlisted,
    connection: {
      application_name: "needledrop",
      // What a vanished machine holds ends after a minute, instead of two hours.
      tcp_keepalives_idle: 30,
      tcp_keepalives_interval: 10,
      tcp_keepalives_count: 3,
      statement_timeout: STATEMENT_MAX_MS,
      lock_timeout: LOCK_WAIT_MAX_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MAX_MS,
    },
    types: {
      // Counts and times are below 2^53.
      int8: { to: INT8, from: [INT8], serialize: String, parse: Number },
      numeric: { to: NUMERIC, from: [NUMERIC], serialize: String, parse: Number },
      // JSON is text on both sides, as on SQLite.
      json: { to: JSON_TYPE, from: [JSON_TYPE], serialize: String, parse: String },
      // As SQLite returns them.
      boolean: { to: BOOLEAN, from: [BOOLEAN], serialize: String, parse: (text: string) => (text === "t" ? 1 : 0) },
    },
  });
  const end = client.end.bind(client);
  client.end = (how) => {
    sockets.stop();
    return end(how);
  };
  return client;
}

/** Returns the builder of statements for a connection. Its statements run when they are awaited. */
export function ormOf(connection: PostgresConnection): Orm {
  const client = { unsafe: (text: string, parameters: never[]) => statement(connection, text, parameters) };
  const dialect = new PgDialect();
  const session = new PostgresJsSession(client as never, dialect, undefined);
  return new PgDatabase(dialect, session as never, undefined) as unknown as Orm;
}

/** Runs a statement. Without preparation, the driver would ask for the types of the parameters first. */
export function statement(connection: PostgresConnection, text: string, parameters: readonly Parameter[]) {
  return connection.unsafe(
    text,
    [...parameters] as never[],
    {
      prepare: text.length <= PREPARED_CHARACTERS_MAX,
      simple: false,
    } as never,
  );
}
