import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { LockHolder } from "../db/lock.ts";
import { sweepBackups } from "./backup-staging.ts";
import { ADMIN_TOKEN_ASIDE_PREFIX } from "./secrets.ts";

export const RESTORE_STAGING_PREFIX = ".restore-";

/**
 * Removes leftovers of interrupted commands: copies of keys, secrets and catalogs. The caller holds the server's lock, so no
 * restore and no other start is running. Leftovers of a running backup are not touched.
 */
export async function sweepLeftovers(dataDir: string, holder: LockHolder): Promise<void> {
  await sweepBackups(dataDir, holder);
  for (const name of await readdir(dataDir)) {
    if (isLeftover(name)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

/** Returns whether an entry of the data folder is temporary data of a restore or of a first start. */
export function isLeftover(name: string): boolean {
  return name.startsWith(RESTORE_STAGING_PREFIX) || name.startsWith(ADMIN_TOKEN_ASIDE_PREFIX);
}
