import { statSync } from "node:fs";
import { basename } from "node:path";
import { catalogPath, type Generation, generationDir, indexPath } from "./generation.ts";

interface Stamp {
  readonly path: string;
  readonly inode: bigint;
  readonly size: bigint;
  readonly modifiedNs: bigint;
}

/** State of the files of a generation when it was opened. */
export interface OpenFiles {
  readonly database: Stamp | null;
  readonly index: Stamp | null;
}

export function openFilesOf(dataDir: string, generation: Generation): OpenFiles {
  const folder = generationDir(dataDir, generation.number);
  return { database: stampOf(catalogPath(folder)), index: stampOf(indexPath(folder)) };
}

/**
 * Returns how the files of an open generation have changed, or null. The database must not change. The index can get a new
 * inode, because `reindex` replaces it.
 */
export function changeOf({ database, index }: OpenFiles): string | null {
  return changeOfFile(database, false) ?? changeOfFile(index, true);
}

function changeOfFile(opened: Stamp | null, isReplaceable: boolean): string | null {
  if (opened === null) return null;
  const name = basename(opened.path);
  const found = stampOf(opened.path);
  if (found === null) return `${name} is missing`;
  if (found.inode !== opened.inode) return isReplaceable ? null : `${name} was replaced`;
  return found.size === opened.size && found.modifiedNs === opened.modifiedNs ? null : `${name} was changed`;
}

/** Null if the file is missing or unreadable. */
function stampOf(path: string): Stamp | null {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    return { path, inode: ino, size, modifiedNs: mtimeNs };
  } catch {
    return null;
  }
}
