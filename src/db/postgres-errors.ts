import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";
import { errorCode } from "../lib/error-code.ts";
import { messageOf } from "../lib/assert.ts";

/** Classes of SQLSTATE whose messages quote values: data exceptions, and what functions raise. */
const QUOTING_CLASSES = ["22", "P0", "XX"];
/** Another transaction was in the way: serialization failure, deadlock. The same transaction can succeed later. */
const COLLISIONS: ReadonlySet<string> = new Set(["40001", "40P01"]);

/**
 * PostgreSQL refused a statement, or the connection failed. Has no cause, parameters or values, because errors are logged: those of
 * drizzle and of the server quote rows.
 */
export class PostgresFailed extends Error {
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

  /** Whether the transaction was rolled back because of another one. */
  get isCollision(): boolean {
    return COLLISIONS.has(this.code);
  }
}

/** All connections are in use, and too many tasks wait for one or this one waited too long. */
export class PostgresBusy extends Error {
  constructor(reason: string) {
    super(`The database has no free connection: ${reason}.`);
    this.name = "PostgresBusy";
  }
}

/** A transaction was rolled back again and again because of others. */
export class TransactionsCollided extends Error {
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
