import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { LockHolder } from "../db/lock.ts";
import { sweepBackups } from "./backup-staging.ts";
import { ADMIN_TOKEN_ASIDE_PREFIX } from "./secrets.ts";

export const RESTORE_STAGING_PREFIX = ".restore-";

/**
 * Removes what killed commands left: copies of keys, secrets and catalogs. Only with the server's lock, under which no
 * restore and no other start runs; a backup that still runs is left alone.
 */
export async function sweepLeftovers(dataDir: string, holder: LockHolder): Promise<void> {
  await sweepBackups(dataDir, holder);
  for (const name of await readdir(dataDir)) {
    const isLeftover = name.startsWith(RESTORE_STAGING_PREFIX) || name.startsWith(ADMIN_TOKEN_ASIDE_PREFIX);
    if (isLeftover) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
