import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { VECTORS_FILE } from "../db/vectors-file.ts";
import { messageOf } from "../lib/assert.ts";
import { hasErrorCode } from "../lib/error-code.ts";
import { DATABASE_FILE } from "./data-files.ts";
import { ADMIN_TOKEN_FILE } from "./secrets.ts";

const OTHERS_MASK = 0o077;
const ROOT = 0;

const FOLDERS = ["catalog", "uploads", "media", "generated", "native"];
/** Our files at the top of the data folder. A lock also has a description of its holder and SQLite's journal. */
const FILES = new RegExp(
  `^(${DATABASE_FILE}(-wal|-shm|-journal)?|${ADMIN_TOKEN_FILE}|[a-z]+\\.lock(-journal|\\.json(\\..+)?)?)$`,
);
/** Other entries of a data folder that we do not share with others. A file system has `lost+found` at its top. */
const ALSO_OURS =
  /^(blocklist\.txt.*|vocabulary\.jsonl|lost\+found|\.(backup|restore|admin-token|doctor|owner)-.+|\.write-probe)$/;

/**
 * Removes the access of other users to the data folder and to our files in it, which an earlier version may have created
 * with access. Media files keep their modes, because they can be hard links to an operator's files; their folder is closed.
 * Returns a sentence for each path that stays open.
 */
export function restrictDataAccess(
  dataDir: string,
  { userId = process.geteuid?.() ?? ROOT }: { readonly userId?: number } = {},
): readonly string[] {
  const names = readdirSync(dataDir);
  const foreign = names.find((name) => !FOLDERS.includes(name) && !FILES.test(name) && !ALSO_OURS.test(name));
  const paths = [
    ...FOLDERS.filter((name) => names.includes(name)),
    ...names.filter((name) => FILES.test(name)),
    ...catalogPaths(dataDir),
  ].map((name) => join(dataDir, name));
  return [
    ...(foreign === undefined ? tighten(dataDir, userId) : reportShared(dataDir, foreign)),
    ...paths.flatMap((path) => tighten(path, userId)),
  ];
}

/** Reports a shared folder but leaves it open, because other programs may need it. Our files in it are closed anyway. */
function reportShared(dataDir: string, foreign: string): readonly string[] {
  if ((lstatSync(dataDir).mode & OTHERS_MASK) === 0) return [];
  return [
    `${dataDir} is open to other users and contains other files too (${foreign}): move those, then chmod 700 ${dataDir}`,
  ];
}

function catalogPaths(dataDir: string): readonly string[] {
  return namesIn(join(dataDir, "catalog"))
    .filter((name) => name.startsWith("gen-") || name.startsWith(basename(VECTORS_FILE)))
    .flatMap((name) => {
      const files = namesIn(join(dataDir, "catalog", name)).map((file) => join("catalog", name, file));
      return [join("catalog", name), ...files];
    });
}

function tighten(path: string, userId: number): readonly string[] {
  try {
    const found = lstatSync(path);
    // The target of a symbolic link is outside of the folder and belongs to the operator.
    if (found.isSymbolicLink() || (found.mode & OTHERS_MASK) === 0) return [];
    if (userId !== ROOT && found.uid !== userId) {
      return [`${path} is open to other users and belongs to another user: chmod go= ${path} as its owner`];
    }
    chmodSync(path, found.mode & ~OTHERS_MASK & 0o7777);
    return [];
  } catch (error) {
    // Another process has removed it, or the disk is read-only. The next start retries.
    return hasErrorCode(error, "ENOENT") ? [] : [`${path} cannot be made private: ${messageOf(error)}`];
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Missing, not a folder, or unreadable: it contains nothing of ours to close.
    return [];
  }
}
