import { type BigIntStats, readFileSync, statSync } from "node:fs";
import { sha256 } from "../objects/s3-connection.ts";

/** Of systemd; most containers have none. */
const MACHINE_ID_FILE = "/etc/machine-id";

/**
 * Returns a digest of where a file is: its inode, the time when the file system created it, and the machine. A copy of the file differs,
 * however it was copied, and so does the same disk in another machine; a renamed or changed file does not. Null if the file cannot be found.
 */
export function placeOf(path: string): string | null {
  const found = statOf(path);
  if (found === null) return null;
  const { ino, birthtimeNs } = found;
  return sha256(new TextEncoder().encode([ino, birthtimeNs, machineId()].join(" ")));
}

function statOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return null;
  }
}

function machineId(): string {
  try {
    return readFileSync(MACHINE_ID_FILE, "utf8").trim();
  } catch {
    return "";
  }
}
