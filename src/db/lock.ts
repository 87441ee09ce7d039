import { Database } from "bun:sqlite";
import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { type Static, Type } from "@sinclair/typebox";
import { messageOf } from "../lib/assert.ts";
import { hasErrorCode } from "../lib/error-code.ts";
import { parseChecked } from "../lib/parse-json.ts";

const PRIVATE_MODE = 0o600;
const OTHERS_MASK = 0o077;
const ROOT = 0;

const LockHolder = Type.Object({
  pid: Type.Number(),
  role: Type.String(),
  /** The URL of a server; null for commands. */
  address: Type.Union([Type.String(), Type.Null()]),
  /** Milliseconds since the epoch. */
  since: Type.Number(),
});
/** The process that holds a lock. */
export type LockHolder = Readonly<Static<typeof LockHolder>>;

export interface HeldLock {
  readonly kind: "acquired";
  /** Replaces the description of the holder, for example once a server knows its address. */
  describe(holder: LockHolder): void;
  /** Safe to call twice. */
  release(): void;
}

/** Another holder has the lock. `holder` is null while it has taken the lock but not yet written its description. */
export interface LockRefusal {
  readonly kind: "held";
  readonly holder: LockHolder | null;
}

/**
 * Takes the lock at `path`, or returns its holder. The lock is an SQLite file that is held exclusively, which is an
 * advisory lock of the operating system. It ends with its process, so there are no stale locks, and it excludes a second
 * holder in the same process too. `<path>.json` only describes the holder.
 * Nothing else can open the lock file: closing any handle on it would drop the process's POSIX locks.
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
      // If the folder was replaced, the file describes the holder of another lock.
      if (isDeepStrictEqual(readHolder(path), named)) rmSync(sidecarOf(path), { force: true });
      database.run("ROLLBACK");
      database.close();
    },
  };
}

/** Returns the holder as text for messages. */
export function describeHolder(holder: LockHolder | null): string {
  if (holder === null) return "another process";
  return `process ${holder.pid} (${holder.role})${holder.address === null ? "" : ` at ${holder.address}`}`;
}

/** Opens the database of the lock and locks it. Returns null if another holder has it. */
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

/** Sets the mode by path, because closing a handle would drop the lock. Another user's file stays unchanged. */
function makePrivate(path: string): void {
  const { mode, uid } = statSync(path);
  const userId = process.geteuid?.() ?? uid;
  if ((mode & OTHERS_MASK) !== 0 && (userId === uid || userId === ROOT)) chmodSync(path, PRIVATE_MODE);
}

function sidecarOf(path: string): string {
  return `${path}.json`;
}

function isBusy(error: unknown): boolean {
  return hasErrorCode(error, "SQLITE_BUSY", "SQLITE_LOCKED");
}

/** Writes by rename, so that a reader never finds half a file. */
function writeHolder(path: string, holder: LockHolder): void {
  const temporary = `${sidecarOf(path)}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify(holder), { mode: PRIVATE_MODE });
  renameSync(temporary, sidecarOf(path));
}

function readHolder(path: string): LockHolder | null {
  try {
    return parseChecked(LockHolder, readFileSync(sidecarOf(path), "utf8"));
  } catch {
    // Not yet written, or just removed. The lock itself shows that there is a holder.
    return null;
  }
}
