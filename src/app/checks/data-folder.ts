import { accessSync, constants, existsSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "../../lib/assert.ts";
import { DATABASE_FILE } from "../data-files.ts";
import { ADMIN_TOKEN_FILE } from "../secrets.ts";
import { type Check, fail, ok, warn } from "./check.ts";

const MIB = 1024 ** 2;
/** SQLite may fail in the middle of a transaction below the first; an import needs about the second. */
const FREE_MIN_BYTES = 64 * MIB;
const FREE_GOOD_BYTES = 1024 * MIB;
const OTHERS_MAY = 0o077;

/** The data folder: there, writable, private, with room on its disk. */
export function checkDataFolder(dataDir: string): readonly Check[] {
  if (!existsSync(dataDir)) return [checkPlaceForFolder(dataDir)];
  return [checkWritable(dataDir), checkPrivate(dataDir), checkRoom(dataDir)];
}

function checkPlaceForFolder(dataDir: string): Check {
  let parent = dirname(dataDir);
  while (!existsSync(parent) && parent !== dirname(parent)) parent = dirname(parent);
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
  } catch {
    const advice = `Name a folder that this user may make with --data, or let it write to ${parent}.`;
    return fail("data folder", `${dataDir} does not exist and cannot be made in ${parent}`, advice);
  }
  const advice = "Nothing to do if this is a new installation; otherwise name the right folder with --data.";
  return warn("data folder", `${dataDir} does not exist yet; the first start makes it`, advice);
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
      "Run as the folder's owner, give this user the right to write, or free the disk.",
    );
  }
}

function checkPrivate(dataDir: string): Check {
  const token = join(dataDir, ADMIN_TOKEN_FILE);
  if (existsSync(token) && (statSync(token).mode & OTHERS_MAY) !== 0) {
    return fail("privacy", `${token} can be read by other users`, `chmod 600 ${token}, then make a new token.`);
  }
  if ((statSync(dataDir).mode & OTHERS_MAY) !== 0) {
    const advice = `It holds secrets: move what is not Needledrop's out of it, then chmod 700 ${dataDir}`;
    return warn("privacy", `${dataDir} is open to other users`, advice);
  }
  return ok("privacy", "only its owner can open the data folder");
}

function checkRoom(dataDir: string): Check {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const detail = `${Math.floor(free / MIB)} MiB free`;
  const advice = "Free some room on this disk, or move the data folder to a larger one.";
  if (free < FREE_MIN_BYTES) return fail("disk", detail, advice);
  return free < FREE_GOOD_BYTES ? warn("disk", detail, advice) : ok("disk", detail);
}
