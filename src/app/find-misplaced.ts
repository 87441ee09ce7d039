import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { catalogDir, catalogPath, indexPath } from "../catalog/generation.ts";
import { GENERATED_FOLDER, MEDIA_FOLDER } from "../media/store/media-store.ts";

const FOLDERS = [
  "catalog",
  "uploads",
  "uploads/incoming",
  "uploads/originals",
  MEDIA_FOLDER,
  GENERATED_FOLDER,
  "native",
  "imports",
];

/** A file with the name of one of our folders, or a folder with the name of one of our files. */
export interface Misplaced {
  readonly path: string;
  readonly expected: "a folder" | "a file";
}

/** Finds the first one in a data folder, such as a folder `index.bin` from a failed copy. Null for none. */
export function findMisplaced(dataDir: string): Misplaced | null {
  const folders = FOLDERS.map((name) => join(dataDir, name));
  const file = folders.find((path) => kindOf(path) === "a file");
  if (file !== undefined) return { path: file, expected: "a folder" };
  const generations = namesIn(catalogDir(dataDir)).filter((name) => /^gen-\d{6,}$/.test(name));
  const files = generations
    .map((name) => join(catalogDir(dataDir), name))
    .flatMap((folder) => [catalogPath(folder), indexPath(folder)]);
  const folder = files.find((path) => kindOf(path) === "a folder");
  return folder === undefined ? null : { path: folder, expected: "a file" };
}

/** Null for a missing path, and for one that cannot be read. */
function kindOf(path: string): Misplaced["expected"] | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return null;
    return found.isDirectory() ? "a folder" : "a file";
  } catch {
    return null;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
