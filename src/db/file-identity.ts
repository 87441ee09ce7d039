import { statSync } from "node:fs";
import { DatabaseMoved } from "../lib/storage-failure.ts";

/** Which file a path leads to, whatever its name. */
export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

/** Null if the path leads nowhere or cannot be read. */
export function identityOf(path: string): FileIdentity | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? null : { device: found.dev, inode: found.ino };
  } catch {
    // A folder on the way that may not be entered any more, or a disk that does not answer: the file is out of reach.
    return null;
  }
}

/**
 * Throws DatabaseMoved unless `path` still leads to the file that was opened. SQLite goes on writing to a file that was
 * removed, without any error, and everything written to it is lost when the process ends.
 */
export function requireSameFile(path: string, opened: FileIdentity | null): void {
  const found = identityOf(path);
  if (found !== null && found.device === opened?.device && found.inode === opened.inode) return;
  throw new DatabaseMoved(path, found !== null);
}
