import { statSync } from "node:fs";
import { forbiddenAt } from "../lib/forbidden.ts";
import { DatabaseForbidden, DatabaseMoved } from "../lib/storage-failure.ts";

/** Identifies a file independently of its path. */
export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

/** Returns the identity of the file at `path`. Null if there is none or if it cannot be read. */
export function identityOf(path: string): FileIdentity | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? null : { device: found.dev, inode: found.ino };
  } catch {
    // A parent folder cannot be entered any more, or the disk does not respond.
    return null;
  }
}

/**
 * Throws DatabaseMoved unless `path` is still the file that was opened, and DatabaseForbidden if this process may not know. SQLite continues to write to a removed file without
 * any error, and all of that is lost when the process ends.
 */
export function requireSameFile(path: string, opened: FileIdentity | null): void {
  const found = identityOf(path);
  if (found !== null && found.device === opened?.device && found.inode === opened.inode) return;
  if (found === null && forbiddenAt(path) !== null) throw new DatabaseForbidden(path);
  throw new DatabaseMoved(path, found !== null);
}
