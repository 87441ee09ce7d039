import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { catalogDir } from "../catalog/generation.ts";
import { hasErrorCode } from "../lib/error-code.ts";
import { MEDIA_FOLDER } from "../media/store/media-store.ts";
import { DATABASE_FILE } from "./data-files.ts";

const NAMES_SHOWN_MAX = 3;

/**
 * Lists contents of a data folder that imply a service database: catalogs, originals of uploads, media, a write-ahead log.
 * Empty for a folder without data, in which a first start can create the database.
 */
export function dataEvidence(dataDir: string): readonly string[] {
  const generations = entriesOf(catalogDir(dataDir))
    .filter((entry) => entry.isDirectory() && /^gen-\d{6,}$/.test(entry.name))
    .map((entry) => `catalog/${entry.name}`);
  const originals = entriesOf(join(dataDir, "uploads", "originals")).length;
  return [
    ...generations.slice(0, NAMES_SHOWN_MAX),
    ...(originals === 0 ? [] : [`${originals} ${originals === 1 ? "file" : "files"} in uploads/originals`]),
    ...(hasMedia(dataDir) ? [`files in ${MEDIA_FOLDER}`] : []),
    ...(isFilled(join(dataDir, `${DATABASE_FILE}-wal`)) ? [`${DATABASE_FILE}-wal`] : []),
  ];
}

/** Stops at the first file, because a store has thousands. */
function hasMedia(dataDir: string): boolean {
  const folder = join(dataDir, MEDIA_FOLDER);
  return entriesOf(folder).some(({ name }) => /^[0-9a-f]{2}$/.test(name) && entriesOf(join(folder, name)).length > 0);
}

function isFilled(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Returns the entries of a folder; empty for a missing one. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (hasErrorCode(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  }
}
