import { dirname } from "node:path";
import { errorCode } from "./error-code.ts";
import { describeForbidden, forbiddenAt, forbiddenSentence } from "./forbidden.ts";

/** Why the disk, or a database on it, cannot be read or written. */
export type StorageFailure =
  | "full"
  | "read-only"
  | "busy"
  | "damaged"
  | "faulty"
  | "unopenable"
  | "moved"
  | "forbidden"
  /** A database server does not answer, or refuses this client. */
  | "unreachable";

/** Length of the longest chain of causes that is searched. */
const CAUSES_MAX = 10;
/** Files that SQLite keeps next to a database. */
const LOG_SUFFIXES = ["-wal", "-shm"];

/** Prefixes of SQLite's codes, which can be extended (SQLITE_IOERR_WRITE), and codes of the file system. */
const FAILURE_OF_CODE: readonly (readonly [start: string, StorageFailure])[] = [
  ["SQLITE_FULL", "full"],
  ["SQLITE_READONLY", "read-only"],
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_LOCKED", "busy"],
  ["SQLITE_PROTOCOL", "busy"],
  ["SQLITE_CORRUPT", "damaged"],
  ["SQLITE_NOTADB", "damaged"],
  // Pages that cannot be read. The other I/O errors are those of writing, locking and syncing.
  ["SQLITE_IOERR_READ", "damaged"],
  ["SQLITE_IOERR_SHORT_READ", "damaged"],
  ["SQLITE_IOERR_DATA", "damaged"],
  ["SQLITE_IOERR_CORRUPTFS", "damaged"],
  // The file next to the database that processes share, which the first one to open it makes.
  ["SQLITE_IOERR_SHMSIZE", "full"],
  ["SQLITE_IOERR", "faulty"],
  ["SQLITE_CANTOPEN", "unopenable"],
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
  ["EROFS", "read-only"],
  ["EIO", "faulty"],
  ["SQLITE_PERM", "forbidden"],
  ["EACCES", "forbidden"],
  ["EPERM", "forbidden"],
];

/** The path of the database is not the open file any more: the data folder was removed, unmounted or replaced. */
export class DatabaseMoved extends Error {
  readonly path: string;
  /** Whether another file is there now. */
  readonly isReplaced: boolean;

  constructor(path: string, isReplaced: boolean) {
    super(isReplaced ? "the database was replaced by another file" : "the database is not in its folder any more");
    this.name = "DatabaseMoved";
    this.path = path;
    this.isReplaced = isReplaced;
  }
}

/** The permissions keep this process from the file at the path of an open database. */
export class DatabaseForbidden extends Error {
  readonly path: string;

  constructor(path: string) {
    super("the database cannot be opened again: permission denied");
    this.name = "DatabaseForbidden";
    this.path = path;
  }
}

/** An error of a database server, which says itself what it is. */
export abstract class DatabaseFailed extends Error {
  /** Null if it is a fault of the statement. */
  abstract readonly failure: StorageFailure | null;
}

/** Returns the storage failure that an error is or was caused by; null for any other error. */
export function storageFailureOf(error: unknown): StorageFailure | null {
  return firstFailure(error, FAILURE_OF_CODE);
}

/** Returns the same, but only for failures of a database. */
export function databaseFailureOf(error: unknown): StorageFailure | null {
  return firstFailure(
    error,
    FAILURE_OF_CODE.filter(([start]) => start.startsWith("SQLITE_")),
  );
}

/**
 * Returns the failure with its cause looked up at `path`: SQLite reports a file without permission as one that cannot be
 * opened, or that is read-only.
 */
export function failureAt(failure: StorageFailure, path: string, needs: "read" | "write" = "write"): StorageFailure {
  if (failure !== "unopenable" && failure !== "read-only") return failure;
  return isDatabaseForbidden(path, needs) ? "forbidden" : failure;
}

/** Returns whether the permissions keep this process from a database or its log. */
export function isDatabaseForbidden(path: string, needs: "read" | "write" = "write"): boolean {
  const paths = needs === "write" ? [path, ...LOG_SUFFIXES.map((suffix) => path + suffix)] : [path];
  return paths.some((one) => forbiddenAt(one, needs) !== null);
}

/** Returns an error and its causes, the outermost first. */
export function causesOf(error: unknown): readonly Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < CAUSES_MAX; one = one.cause) found.push(one);
  return found;
}

function firstFailure(error: unknown, codes: typeof FAILURE_OF_CODE): StorageFailure | null {
  for (const one of causesOf(error)) {
    if (one instanceof DatabaseMoved) return "moved";
    if (one instanceof DatabaseForbidden) return "forbidden";
    if (one instanceof DatabaseFailed) return one.failure;
    const code = errorCode(one) ?? "";
    const found = codes.find(([start]) => code === start || code.startsWith(`${start}_`));
    if (found !== undefined) return found[1];
  }
  return null;
}

/**
 * Returns advice for the operator's terminal and log: what was expected of `path`, what happened, and what to do. It names
 * a path, so it must not be sent to a client.
 */
export function storageAdvice(failure: StorageFailure, path: string): string {
  switch (failure) {
    case "full":
      return `${path}: expected room for a write, but the disk or its quota is full. Free some space on it, and try again.`;
    case "read-only":
      return `${path}: expected a file that can be written, but it is read-only. Let this user write to the file and its folder, or mount the disk for writing.`;
    case "busy":
      return `${path}: expected the database to be free, but another process holds its lock. Wait for that process to end (an import, a restore, or a program that has the file open), and try again.`;
    case "damaged":
      return `${path}: expected a sound SQLite database, but it is damaged. Stop the server, check the disk, and restore the last backup with \`needledrop restore FILE --force\`.`;
    case "faulty":
      return `${path}: expected to read and write it, but the disk reported an error. Check the disk and its mount, then run \`needledrop doctor\`.`;
    case "unopenable":
      return `${path}: expected to open this file, but it cannot be opened. Check that its folder exists and is mounted, and that this user can read and write it.`;
    case "forbidden": {
      const paths = [path, ...LOG_SUFFIXES.map((suffix) => path + suffix), dirname(path)];
      const sentences = paths.map((one) => forbiddenSentence(one, "write"));
      return sentences.find((sentence) => sentence !== null) ?? describeForbidden(path);
    }
    case "unreachable":
      return `${path}: expected an answer of the database server, but it cannot be reached, or refuses this client. Check that it runs, the network, and the address, user and password.`;
    case "moved":
      return `${path}: expected the file that was opened, but it was removed, unmounted or replaced. Put the data folder back. To use the current folder instead, start Needledrop again.`;
  }
}
