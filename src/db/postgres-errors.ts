import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";
import { errorCode } from "../lib/error-code.ts";
import { messageOf } from "../lib/assert.ts";
import { DatabaseFailed, type StorageFailure } from "../lib/storage-failure.ts";

/** Classes of SQLSTATE whose messages quote values: data exceptions, and what functions raise. */
const QUOTING_CLASSES = ["22", "P0", "XX"];
/** Another transaction was in the way: serialization failure, deadlock. The same transaction can succeed later. */
const COLLISIONS: ReadonlySet<string> = new Set(["40001", "40P01"]);
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;
/** Codes of the driver that are faults of a statement; its other codes, and those of sockets and TLS, are of the connection. */
const FAULTS_OF_DRIVER: ReadonlySet<string> = new Set([
  "COPY_IN_PROGRESS",
  "MAX_PARAMETERS_EXCEEDED",
  "MESSAGE_NOT_SUPPORTED",
  "NOT_TAGGED_CALL",
  "UNDEFINED_VALUE",
  "UNSAFE_TRANSACTION",
]);
/** Beginnings of SQLSTATE; the first that fits counts. */
const FAILURE_OF_SQLSTATE: readonly (readonly [start: string, StorageFailure])[] = [
  ["53100", "full"],
  ["53", "busy"],
  ["40", "busy"],
  ["55P03", "busy"],
  ["57014", "busy"],
  ["25P03", "busy"],
  ["25006", "read-only"],
  ["42501", "forbidden"],
  ["58", "faulty"],
  ["XX001", "damaged"],
  ["XX002", "damaged"],
  ["08", "unreachable"],
  ["28", "unreachable"],
  ["3D000", "unreachable"],
  ["57P", "unreachable"],
];

/** Of `PostgresSockets`. */
const REFUSING_PEER = "CONNECTION_REFUSED";
/** The connection has ended: of the driver, of the socket, and what the server says when an operator ends it, or when it crashes. */
const ENDS: ReadonlySet<string> = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "ECONNRESET",
  "EPIPE",
  "57P01",
  "57P02",
]);

/**
 * PostgreSQL refused a statement, or the connection failed. Has no cause, parameters or values, because errors are logged: those of
 * drizzle and of the server quote rows.
 */
export class PostgresFailed extends DatabaseFailed {
  /** SQLSTATE, or the code of the driver or the socket. Empty if there is none. */
  readonly code: string;
  /** The constraint that a row violates; empty if there is none. */
  readonly constraint: string;

  constructor(message: string, code: string, constraint = "") {
    super(code === "" ? message : `${message} (${code})`);
    this.name = "PostgresFailed";
    this.code = code;
    this.constraint = constraint;
  }

  get failure(): StorageFailure | null {
    if (SQLSTATE.test(this.code))
      return FAILURE_OF_SQLSTATE.find(([start]) => this.code.startsWith(start))?.[1] ?? null;
    return /^[A-Z][A-Z0-9_]+$/.test(this.code) && !FAULTS_OF_DRIVER.has(this.code) ? "unreachable" : null;
  }

  /** Whether the connection has ended. Whether the statement was done is unknown. */
  get isEnd(): boolean {
    return ENDS.has(this.code);
  }

  /** Whether the connection has ended, or was not made. A peer that closes connections at once is left out: its client has to pause. */
  get isOfConnection(): boolean {
    if (this.isEnd) return true;
    return !SQLSTATE.test(this.code) && this.failure === "unreachable" && this.code !== REFUSING_PEER;
  }

  /** Whether the transaction was rolled back because of another one. */
  get isCollision(): boolean {
    return COLLISIONS.has(this.code);
  }
}

/** All connections are in use, and too many tasks wait for one or this one waited too long. */
export class PostgresBusy extends DatabaseFailed {
  readonly failure = "busy";

  constructor(reason: string) {
    super(`The database has no free connection: ${reason}.`);
    this.name = "PostgresBusy";
  }
}

/** A transaction was rolled back again and again because of others. */
export class TransactionsCollided extends DatabaseFailed {
  readonly failure = "busy";

  constructor(attempts: number, code: string) {
    super(`A transaction collided with others in each of ${attempts} attempts (${code}).`);
    this.name = "TransactionsCollided";
  }
}

/** Returns what the driver or the server threw, without values of rows. */
export function withoutValues(error: unknown): PostgresFailed {
  if (error instanceof PostgresFailed) return error;
  if (error instanceof DrizzleQueryError) return withoutValues(error.cause);
  if (error instanceof postgres.PostgresError) {
    const isQuoting = QUOTING_CLASSES.some((start) => error.code.startsWith(start));
    const message = isQuoting ? "PostgreSQL refused a value" : error.message;
    return new PostgresFailed(message, error.code, error.constraint_name);
  }
  const code = errorCode(error);
  // Messages with a code name the address of the server, and no row.
  if (code === null)
    return new PostgresFailed("The driver of PostgreSQL failed", error instanceof Error ? error.name : "");
  return new PostgresFailed(messageOf(error), code);
}
