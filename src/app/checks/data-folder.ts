import { accessSync, constants, existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "../../lib/assert.ts";
import { hasErrorCode } from "../../lib/error-code.ts";
import { freeBytes } from "../../lib/free-bytes.ts";
import { FREE_MIN_BYTES } from "../../operation/disk-check.ts";
import { DATABASE_FILE } from "../data-files.ts";
import { ADMIN_TOKEN_FILE } from "../secrets.ts";
import { type Check, fail, ok, warn } from "./check.ts";

const MIB = 1024 ** 2;
/** Free space that an import needs. */
const FREE_GOOD_BYTES = 1024 * MIB;
const OTHERS_MASK = 0o077;

/** Refuses a path that is a file or in one. Null for a folder, and for one that can be created. */
export function checkIsFolder(dataDir: string): Check | null {
  const nearest = existingAbove(dataDir);
  if (statSync(nearest).isDirectory()) return null;
  return fail("data folder", `${nearest} is not a folder`, "Name the data folder with --data or NEEDLEDROP_DATA.");
}

/** Checks that the data folder exists, is writable and private, and has room on its disk. */
export function checkDataFolder(dataDir: string): readonly Check[] {
  if (!existsSync(dataDir)) return [checkParent(dataDir)];
  return [checkWritable(dataDir), checkPrivate(dataDir), checkRoom(dataDir)];
}

function checkParent(dataDir: string): Check {
  const parent = existingAbove(dirname(dataDir));
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
  } catch {
    const advice = `Name a folder with --data that this user can create, or let it write to ${parent}.`;
    return fail("data folder", `${dataDir} does not exist and cannot be created in ${parent}`, advice);
  }
  const advice = "There is nothing to do for a new installation. Otherwise name the right folder with --data.";
  return warn("data folder", `${dataDir} does not exist yet; the first start creates it`, advice);
}

function existingAbove(path: string): string {
  let nearest = path;
  while (!existsSync(nearest) && nearest !== dirname(nearest)) nearest = dirname(nearest);
  return nearest;
}

function checkWritable(dataDir: string): Check {
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    writeFileSync(probe, "");
    rmSync(probe);
    for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`]) {
      const path = join(dataDir, name);
      if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
    }
    return ok("data folder", `${dataDir} can be written`);
  } catch (error) {
    return fail(
      "data folder",
      `${dataDir} cannot be written: ${messageOf(error)}`,
      hasErrorCode(error, "EACCES", "EPERM")
        ? "Permission denied; nothing is damaged. Run as the owner of the folder, or give it to this user with chown -R."
        : "Run as the owner of the folder, let this user write to it, or free some disk space.",
    );
  }
}

function checkPrivate(dataDir: string): Check {
  const token = join(dataDir, ADMIN_TOKEN_FILE);
  if (existsSync(token) && (statSync(token).mode & OTHERS_MASK) !== 0) {
    return fail("privacy", `${token} can be read by other users`, `chmod 600 ${token}, then create a new token.`);
  }
  if ((statSync(dataDir).mode & OTHERS_MASK) !== 0) {
    const advice = `It contains secrets: move other programs' files out of it, then chmod 700 ${dataDir}`;
    return warn("privacy", `${dataDir} is open to other users`, advice);
  }
  return ok("privacy", "only the owner can open the data folder");
}

function checkRoom(dataDir: string): Check {
  const free = freeBytes(dataDir);
  const detail = `${Math.floor(free / MIB)} MiB free`;
  const advice = "Free some space on this disk, or move the data folder to a larger one.";
  if (free < FREE_MIN_BYTES) return fail("disk", detail, advice);
  return free < FREE_GOOD_BYTES ? warn("disk", detail, advice) : ok("disk", detail);
}
