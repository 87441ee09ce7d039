import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../lib/assert.ts";
import { hasErrorCode } from "../lib/error-code.ts";
import { DATABASE_FILE } from "./data-files.ts";
import { ADMIN_TOKEN_FILE } from "./secrets.ts";

const OTHERS_MAY = 0o077;
const ROOT = 0;

const FOLDERS = ["catalog", "uploads", "media", "native"];
/** Files that are ours, at the top of the data folder; a lock has its holder's name and SQLite's journal beside it. */
const FILES = new RegExp(
  `^(${DATABASE_FILE}(-wal|-shm|-journal)?|${ADMIN_TOKEN_FILE}|[a-z]+\\.lock(-journal|\\.json(\\..+)?)?)$`,
);
/** What else may be at the top of a data folder that is ours alone; `lost+found` is at the top of a disk. */
const ALSO_OURS =
  /^(blocklist\.txt.*|vocabulary\.jsonl|lost\+found|\.(backup|restore|admin-token|doctor)-.+|\.write-probe)$/;

/**
 * Takes the rights of other users away from the data folder and what is ours in it, as an earlier version may have left
 * them. Media keep theirs: they may be links of somebody's files, and their folder is closed. Returns a sentence for each
 * thing that stays open.
 */
export function tightenData(
  dataDir: string,
  { userId = process.geteuid?.() ?? ROOT }: { readonly userId?: number } = {},
): readonly string[] {
  const names = readdirSync(dataDir);
  const strange = names.find((name) => !FOLDERS.includes(name) && !FILES.test(name) && !ALSO_OURS.test(name));
  const paths = [
    ...FOLDERS.filter((name) => names.includes(name)),
    ...names.filter((name) => FILES.test(name)),
    ...catalogPaths(dataDir),
  ].map((name) => join(dataDir, name));
  return [
    ...(strange === undefined ? tighten(dataDir, userId) : tellShared(dataDir, strange)),
    ...paths.flatMap((path) => tighten(path, userId)),
  ];
}

/** Others may have reasons to enter a folder that they share with us; what is ours in it is closed all the same. */
function tellShared(dataDir: string, strange: string): readonly string[] {
  if ((lstatSync(dataDir).mode & OTHERS_MAY) === 0) return [];
  return [
    `${dataDir} is open to other users and holds other files too (${strange}): move those, then chmod 700 ${dataDir}`,
  ];
}

function catalogPaths(dataDir: string): readonly string[] {
  return namesIn(join(dataDir, "catalog"))
    .filter((name) => name.startsWith("gen-"))
    .flatMap((name) => {
      const files = namesIn(join(dataDir, "catalog", name)).map((file) => join("catalog", name, file));
      return [join("catalog", name), ...files];
    });
}

function tighten(path: string, userId: number): readonly string[] {
  try {
    const found = lstatSync(path);
    // What a link leads to is elsewhere, and was put there by somebody.
    if (found.isSymbolicLink() || (found.mode & OTHERS_MAY) === 0) return [];
    if (userId !== ROOT && found.uid !== userId) {
      return [`${path} is open to other users and belongs to another user: chmod go= ${path} as its owner`];
    }
    chmodSync(path, found.mode & ~OTHERS_MAY & 0o7777);
    return [];
  } catch (error) {
    // Another process may have removed it meanwhile, or the disk is read-only: the next open tries again.
    return hasErrorCode(error, "ENOENT") ? [] : [`${path} cannot be made private: ${messageOf(error)}`];
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Missing, no folder, or not ours to read: there is nothing of ours to close in it.
    return [];
  }
}
