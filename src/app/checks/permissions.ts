import { accessSync, constants, type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { hasErrorCode } from "../../lib/error-code.ts";
import { ownUserId, userName } from "../../lib/user-names.ts";
import { DATABASE_FILE } from "../data-files.ts";
import { type Check, fail } from "./check.ts";

const NAME = "permissions";
const EXAMPLES_MAX = 5;
/** Folders whose folders and files are checked. The files of `media` and `generated` are too many; their folders are checked. */
const FOLDERS: Readonly<Record<string, "files" | "folders">> = {
  catalog: "files",
  native: "files",
  uploads: "folders",
  media: "folders",
  generated: "folders",
};
const FILES = new RegExp(
  `^(${DATABASE_FILE}(-wal|-shm)?|admin-token|[a-z]+\\.lock|blocklist\\.txt|vocabulary\\.jsonl)$`,
);
/** In `catalog`; the server writes it, unlike the catalogs. */
const VECTORS = /^vectors\.db(-wal|-shm)?$/;
const { R_OK, W_OK, X_OK } = constants;

/** Checks that this user may use every file and folder of the data folder. No check if it may. */
export function checkPermissions(dataDir: string): readonly Check[] {
  const forbidden = [...forbiddenIn(dataDir)];
  if (forbidden.length === 0) return [];
  const me = ownUserId();
  const user = me === null ? "this user" : userName(me);
  const examples = forbidden.slice(0, EXAMPLES_MAX).map((path) => `${path}${ownerText(path)}`);
  const more = forbidden.length > examples.length ? `, and ${forbidden.length - examples.length} more` : "";
  const advice = `Nothing is damaged. Give the data folder back to its user: chown -R ${user}: ${dataDir}. Or run this command as the owner.`;
  return [fail(NAME, `permission denied for ${user}: ${examples.join(", ")}${more}`, advice)];
}

function* forbiddenIn(dataDir: string): Generator<string> {
  if (!mayUse(dataDir, R_OK | W_OK | X_OK)) {
    yield dataDir;
    return;
  }
  for (const entry of entriesOf(dataDir)) {
    const path = join(dataDir, entry.name);
    const kind = FOLDERS[entry.name];
    if (kind !== undefined) yield* forbiddenBelow(path, kind);
    else if (FILES.test(entry.name) && !mayUse(path, R_OK | W_OK)) yield path;
  }
}

function* forbiddenBelow(folder: string, kind: "files" | "folders"): Generator<string> {
  if (!mayUse(folder, R_OK | W_OK | X_OK)) {
    yield folder;
    return;
  }
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      yield* kind === "files" ? forbiddenBelow(path, kind) : mayUse(path, R_OK | W_OK | X_OK) ? [] : [path];
    else if (kind === "files" && !mayUse(path, VECTORS.test(entry.name) ? R_OK | W_OK : R_OK)) yield path;
  }
}

/** True for a missing file and for a read-only disk, which other checks report. */
function mayUse(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch (error) {
    return !hasErrorCode(error, "EACCES", "EPERM");
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Missing, or not a folder: other checks report it.
    return [];
  }
}

/** ` (of root)`. */
function ownerText(path: string): string {
  try {
    return ` (of ${userName(statSync(path).uid)})`;
  } catch {
    return "";
  }
}
