import { statSync } from "node:fs";
import { basename } from "node:path";
import { catalogPath, type Generation, generationDir, indexPath } from "./generation.ts";

interface Stamp {
  readonly path: string;
  readonly inode: bigint;
  readonly size: bigint;
  readonly modifiedNs: bigint;
}

/** The files of an open generation as they were when it was opened. */
export interface OpenFiles {
  readonly database: Stamp | null;
  readonly index: Stamp | null;
}

export function openFilesOf(dataDir: string, generation: Generation): OpenFiles {
  const folder = generationDir(dataDir, generation.number);
  return { database: stampOf(catalogPath(folder)), index: stampOf(indexPath(folder)) };
}

/**
 * What has become of the files of an open generation, which nothing should change: a sentence, or null. An index under
 * another inode is one that `reindex` put in its place.
 */
export function changeOf({ database, index }: OpenFiles): string | null {
  return changeOfOne(database, false) ?? changeOfOne(index, true);
}

function changeOfOne(opened: Stamp | null, mayBeReplaced: boolean): string | null {
  if (opened === null) return null;
  const name = basename(opened.path);
  const found = stampOf(opened.path);
  if (found === null) return `${name} is missing`;
  if (found.inode !== opened.inode) return mayBeReplaced ? null : `${name} was replaced`;
  return found.size === opened.size && found.modifiedNs === opened.modifiedNs ? null : `${name} was changed`;
}

/** Null for what is not there, or cannot be looked at. */
function stampOf(path: string): Stamp | null {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    return { path, inode: ino, size, modifiedNs: mtimeNs };
  } catch {
    return null;
  }
}
