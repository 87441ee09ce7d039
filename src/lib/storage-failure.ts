import { errorCode } from "./error-code.ts";

/** What keeps the disk, or a database on it, from being read or written. */
export type StorageFailure = "full" | "read-only" | "busy" | "damaged" | "faulty" | "unopenable" | "moved";

/** How far the causes of an error are looked through. */
const CAUSES_MAX = 10;

/** Codes of SQLite by how they begin (they are extended: SQLITE_IOERR_WRITE), and of the file system. */
const FAILURE_OF_CODE: readonly (readonly [start: string, StorageFailure])[] = [
  ["SQLITE_FULL", "full"],
  ["SQLITE_READONLY", "read-only"],
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_LOCKED", "busy"],
  ["SQLITE_PROTOCOL", "busy"],
  ["SQLITE_CORRUPT", "damaged"],
  ["SQLITE_NOTADB", "damaged"],
  // Pages that cannot be read; other I/O errors are those of writing, locking and syncing.
  ["SQLITE_IOERR_READ", "damaged"],
  ["SQLITE_IOERR_SHORT_READ", "damaged"],
  ["SQLITE_IOERR_DATA", "damaged"],
  ["SQLITE_IOERR_CORRUPTFS", "damaged"],
  ["SQLITE_IOERR", "faulty"],
  ["SQLITE_CANTOPEN", "unopenable"],
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
  ["EROFS", "read-only"],
  ["EIO", "faulty"],
];

/** The database's path does not lead to the file that is open: the data folder was removed, unmounted or replaced. */
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

/** Which failure of storage an error is, or was caused by; null for any other error. */
export function storageFailureOf(error: unknown): StorageFailure | null {
  return firstFailure(error, FAILURE_OF_CODE);
}

/** The same for failures of a database only, not of other files. */
export function databaseFailureOf(error: unknown): StorageFailure | null {
  return firstFailure(
    error,
    FAILURE_OF_CODE.filter(([start]) => start.startsWith("SQLITE_")),
  );
}

/** An error and what caused it, outermost first. */
export function causesOf(error: unknown): readonly Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < CAUSES_MAX; one = one.cause) found.push(one);
  return found;
}

function firstFailure(error: unknown, codes: typeof FAILURE_OF_CODE): StorageFailure | null {
  for (const one of causesOf(error)) {
    if (one instanceof DatabaseMoved) return "moved";
    const code = errorCode(one) ?? "";
    const found = codes.find(([start]) => code === start || code.startsWith(`${start}_`));
    if (found !== undefined) return found[1];
  }
  return null;
}

/**
 * A sentence for the operator's terminal and log about `path`: what was expected, what came, what to do. It names a path,
 * so it never goes into an answer.
 */
export function storageAdvice(failure: StorageFailure, path: string): string {
  switch (failure) {
    case "full":
      return `${path}: expected room for a write, but the disk or its quota is full. Free some room there, and try again.`;
    case "read-only":
      return `${path}: expected a file that can be written, but it is read-only. Give this user the right to write to the file and its folder, or mount the disk for writing.`;
    case "busy":
      return `${path}: expected the database to be free, but another process holds its lock. Wait for that process to end (an import, a restore, or a program that has the file open), and try again.`;
    case "damaged":
      return `${path}: expected a sound SQLite database, but it is damaged. Stop the server, check the disk, and restore the last backup with \`needledrop restore FILE --force\`.`;
    case "faulty":
      return `${path}: expected to read and write it, but the disk reported an error. Check the disk and its mount, then run \`needledrop doctor\`.`;
    case "unopenable":
      return `${path}: expected a file that can be opened, but it cannot be. Check that its folder is there, is mounted, and may be read and written by this user.`;
    case "moved":
      return `${path}: expected the file that was opened, but it was removed, unmounted or replaced. Put the data folder back; or, to use what is there now, start Needledrop again.`;
  }
}
