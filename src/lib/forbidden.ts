import { accessSync, constants, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { hasErrorCode } from "./error-code.ts";
import { ownUserId, userName } from "./user-names.ts";

const MODE_BITS = 0o7777;
const ROOT = 0;
/** What the owner of a file or folder needs to use it. */
const OWNER_BITS = { file: 0o600, folder: 0o700 } as const;

/**
 * Returns `path`, or the highest folder above it, if the permissions keep this process from using it; otherwise null. A
 * missing file, or a read-only disk, is not forbidden.
 */
export function forbiddenAt(path: string, needs: "read" | "write" = "read"): string | null {
  const parent = dirname(path);
  if (parent !== path) {
    const above = forbiddenFolder(parent);
    if (above !== null) return above;
  }
  const mode = needs === "write" ? constants.R_OK | constants.W_OK : constants.R_OK;
  return isForbidden(path, mode) ? path : null;
}

/** Describes what keeps this process from using `path`, and what to do. Null if nothing does. Contains paths: for operators only. */
export function forbiddenSentence(path: string, needs: "read" | "write" = "read"): string | null {
  const forbidden = forbiddenAt(path, needs);
  return forbidden === null ? null : describeForbidden(forbidden);
}

/** Describes a path that is known to be forbidden. */
export function describeForbidden(path: string): string {
  const found = statOf(path);
  const me = ownUserId();
  const user = me === null ? "this user" : userName(me);
  const belongs =
    found === null
      ? ""
      : ` It belongs to ${userName(found.uid)} (mode ${(found.mode & MODE_BITS).toString(8).padStart(4, "0")}), and this process runs as ${user}.`;
  if (found !== null && isAllowedByMode(found, me)) {
    return `${path}: permission denied, although its owner and mode allow it.${belongs} Nothing is damaged. If \`lsattr -d\` shows the attribute i for it or its folder, run: chattr -i ${path}. Otherwise check the security policy of this machine (SELinux, AppArmor, systemd).`;
  }
  return `${path}: permission denied.${belongs} Nothing is damaged. Run as the owner of the data folder, or give the file to this user: chown -R ${user}: ${path}`;
}

/** Whether the owner and the mode do not explain a refusal. Root may use every file. */
function isAllowedByMode(found: Stats, me: number | null): boolean {
  const bits = found.isDirectory() ? OWNER_BITS.folder : OWNER_BITS.file;
  return me === ROOT || (found.uid === me && (found.mode & bits) === bits);
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function forbiddenFolder(folder: string): string | null {
  const parent = dirname(folder);
  const above = parent === folder ? null : forbiddenFolder(parent);
  if (above !== null) return above;
  return isForbidden(folder, constants.X_OK) ? folder : null;
}

function isForbidden(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return false;
  } catch (error) {
    return hasErrorCode(error, "EACCES", "EPERM");
  }
}
