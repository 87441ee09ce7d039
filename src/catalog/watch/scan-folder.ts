import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../lib/assert.ts";
import { errorCode, hasErrorCode } from "../../lib/error-code.ts";
import { AUDIO_ENDINGS } from "../import/tags/audio-kinds.ts";

/** Files whose size and time are read at the same time, because a network share answers slowly. */
const PARALLEL_MAX = 16;
const FILES_MAX = 500_000;
/** Hidden files and folders, lock files of spreadsheet programs, and data of macOS. Imports skip them too. */
const SKIPPED = /^(?:\.|~\$|__MACOSX$)/;
/** Dumps, sheets, pictures and archives of stems, besides audio. Other files do not matter to an import. */
const OTHER_ENDINGS = ["jsonl", "csv", "tsv", "txt", "xlsx", "gz", "zst", "jpg", "jpeg", "png", "gif", "webp", "zip"];
const ENDINGS: ReadonlySet<string> = new Set([...AUDIO_ENDINGS, ...OTHER_ENDINGS]);

/** What is in a folder. The fingerprint changes with any path, size or modification time. */
export type FolderScan =
  | { readonly kind: "scanned"; readonly fingerprint: string; readonly files: number }
  /** The folder, or a part of it, cannot be read: nothing can be said about what is missing. */
  | { readonly kind: "unavailable"; readonly reason: string };

class Unavailable extends Error {}

/** Reads names, sizes and times of all files that an import of the folder could read. Never opens a file. */
export async function scanFolder(folder: string, filesMax = FILES_MAX): Promise<FolderScan> {
  const hash = new Bun.CryptoHasher("sha256");
  try {
    const files = await addFolder(hash, folder, "", filesMax);
    return { kind: "scanned", fingerprint: hash.digest("hex"), files };
  } catch (error) {
    if (error instanceof Unavailable) return { kind: "unavailable", reason: error.message };
    throw error;
  }
}

/** Adds the files of a folder and those below it, in a fixed order. Returns their number. */
async function addFolder(hash: Bun.CryptoHasher, root: string, below: string, filesMax: number): Promise<number> {
  const entries = await entriesOf(root, below);
  const names = entries.filter(({ name }) => !SKIPPED.test(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const files = names.filter((entry) => !entry.isDirectory() && ENDINGS.has(endingOf(entry.name)));
  if (files.length > filesMax) throw new Unavailable(`${root} contains more than ${FILES_MAX} files.`);
  let count = 0;
  for (let at = 0; at < files.length; at += PARALLEL_MAX) {
    const paths = files.slice(at, at + PARALLEL_MAX).map(({ name }) => join(below, name));
    for (const line of await Promise.all(paths.map((path) => lineOf(root, path)))) {
      if (line === null) continue;
      hash.update(line);
      count++;
    }
  }
  for (const { name } of names.filter((entry) => entry.isDirectory())) {
    count += await addFolder(hash, root, join(below, name), filesMax - count);
    if (count > filesMax) throw new Unavailable(`${root} contains more than ${FILES_MAX} files.`);
  }
  return count;
}

async function entriesOf(root: string, below: string): ReturnType<typeof readFolder> {
  try {
    return await readFolder(join(root, below));
  } catch (error) {
    // A folder below that was removed during the scan is simply gone.
    if (below !== "" && hasErrorCode(error, "ENOENT")) return [];
    throw unavailable(join(root, below), error);
  }
}

function readFolder(path: string) {
  return readdir(path, { withFileTypes: true });
}

/** Returns path, size and time; null for a link to a folder, or a file that no longer exists. */
async function lineOf(root: string, path: string): Promise<string | null> {
  try {
    const found = await stat(join(root, path));
    return found.isFile() ? `${path}\0${found.size}\0${Math.trunc(found.mtimeMs)}\n` : null;
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return null;
    throw unavailable(join(root, path), error);
  }
}

function unavailable(path: string, error: unknown): Unavailable {
  if (hasErrorCode(error, "ENOENT")) return new Unavailable(`${path} does not exist.`);
  const reason = hasErrorCode(error, "EACCES") ? "permission denied" : (errorCode(error) ?? messageOf(error));
  return new Unavailable(`${path} cannot be read: ${reason}.`);
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}
