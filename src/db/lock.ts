import { Database } from "bun:sqlite";
import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { messageOf } from "../lib/assert.ts";
import { hasErrorCode } from "../lib/error-code.ts";

const PRIVATE_MODE = 0o600;
const OTHERS_MAY = 0o077;
const ROOT = 0;

/** Who holds a lock. `address` is where a server listens, null for commands; `since` is milliseconds since the epoch. */
export interface LockHolder {
  readonly pid: number;
  readonly role: string;
  readonly address: string | null;
  readonly since: number;
}

export interface HeldLock {
  readonly kind: "acquired";
  /** Says anew who holds it, for example once a server knows its address. */
  describe(holder: LockHolder): void;
  /** Safe to call twice. */
  release(): void;
}

/** Somebody else has it. `holder` is null in the moment between their taking the lock and their writing who they are. */
export interface LockRefusal {
  readonly kind: "held";
  readonly holder: LockHolder | null;
}

/**
 * Takes the lock at `path` or says who has it. The lock is an SQLite file held exclusively, which is an advisory
 * lock of the operating system: it ends with its process however that ends, so no stale lock is ever left, and
 * it also keeps two holders in one process apart. `<path>.json` only names the holder.
 * Nothing else may open the lock file: closing any handle on it would drop the process's POSIX locks.
 */
export function acquireLock(path: string, holder: LockHolder): HeldLock | LockRefusal {
  const database = openLock(path);
  if (database === null) return { kind: "held", holder: readHolder(path) };
  try {
    writeHolder(path, holder);
  } catch (error) {
    database.close();
    throw error;
  }
  let isHeld = true;
  let named = holder;
  return {
    kind: "acquired",
    describe: (anew) => {
      writeHolder(path, anew);
      named = anew;
    },
    release: () => {
      if (!isHeld) return;
      isHeld = false;
      // In a folder that was replaced meanwhile it names the holder of another lock.
      if (isDeepStrictEqual(readHolder(path), named)) rmSync(sidecarOf(path), { force: true });
      database.run("ROLLBACK");
      database.close();
    },
  };
}

/** For messages: who has it. */
export function describeHolder(holder: LockHolder | null): string {
  if (holder === null) return "another process";
  return `process ${holder.pid} (${holder.role})${holder.address === null ? "" : ` at ${holder.address}`}`;
}

/** The lock's database, held; null when somebody else holds it. */
function openLock(path: string): Database | null {
  let database: Database | null = null;
  try {
    database = new Database(path, { readwrite: true, create: true, strict: true });
    makePrivate(path);
    database.run("PRAGMA busy_timeout = 0");
    database.run("BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    throw new Error(`The lock ${path} cannot be taken: ${messageOf(error)}`, { cause: error });
  }
}

/** By name, not by a handle: closing one would drop the lock. Another user's file stays as it is. */
function makePrivate(path: string): void {
  const { mode, uid } = statSync(path);
  const userId = process.geteuid?.() ?? uid;
  if ((mode & OTHERS_MAY) !== 0 && (userId === uid || userId === ROOT)) chmodSync(path, PRIVATE_MODE);
}

function sidecarOf(path: string): string {
  return `${path}.json`;
}

function isBusy(error: unknown): boolean {
  return hasErrorCode(error, "SQLITE_BUSY", "SQLITE_LOCKED");
}

/** By rename, so that a reader finds the whole of it or none. */
function writeHolder(path: string, holder: LockHolder): void {
  const temporary = `${sidecarOf(path)}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify(holder), { mode: PRIVATE_MODE });
  renameSync(temporary, sidecarOf(path));
}

function readHolder(path: string): LockHolder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(sidecarOf(path), "utf8"));
    return isHolder(value) ? value : null;
  } catch {
    // Not yet written, or just removed: the lock itself has answered already.
    return null;
  }
}

function isHolder(value: unknown): value is LockHolder {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const address = fields.get("address");
  return (
    typeof fields.get("pid") === "number" &&
    typeof fields.get("role") === "string" &&
    typeof fields.get("since") === "number" &&
    (address === null || typeof address === "string")
  );
}
