import { existsSync, readdirSync } from "node:fs";
import { abandonedStagings } from "../backup-staging.ts";
import { ServerRunning, takeServerLock } from "../data-locks.ts";
import { ADMIN_TOKEN_ASIDE_PREFIX } from "../secrets.ts";
import { RESTORE_STAGING_PREFIX } from "../sweep-leftovers.ts";
import { type Check, warn } from "./check.ts";

/** What killed commands left in the data folder; no check where there is nothing. */
export async function checkLeftovers(dataDir: string, now: number): Promise<readonly Check[]> {
  if (!existsSync(dataDir)) return [];
  const holder = { pid: process.pid, role: "doctor", address: null, since: now };
  const isLeftover = (name: string): boolean =>
    name.startsWith(RESTORE_STAGING_PREFIX) || name.startsWith(ADMIN_TOKEN_ASIDE_PREFIX);
  const others = readdirSync(dataDir).filter(isLeftover);
  const found = [
    ...(await abandonedStagings(dataDir, holder)),
    ...(others.length > 0 && isRestoreRunning(dataDir, holder) ? [] : others),
  ];
  if (found.length === 0) return [];
  const advice =
    "They may hold secrets. The next start of the server, or the next backup, removes them. If a `.backup-…` stays, " +
    "its `partial.json` names a file on a disk that is not mounted: mount it, or remove that file and the folder.";
  return [warn("leftovers", `remains of interrupted commands: ${found.join(", ")}`, advice)];
}

function isRestoreRunning(dataDir: string, holder: Parameters<typeof takeServerLock>[1]): boolean {
  try {
    takeServerLock(dataDir, holder).release();
    return false;
  } catch (error) {
    if (error instanceof ServerRunning) return error.holder?.role === "restore";
    throw error;
  }
}
