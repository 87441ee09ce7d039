import { existsSync, readdirSync } from "node:fs";
import { abandonedStagings } from "../backup-staging.ts";
import { ServerRunning, takeServerLock } from "../data-locks.ts";
import { isLeftover } from "../sweep-leftovers.ts";
import { type Check, warn } from "./check.ts";

/** Reports leftovers of interrupted commands in the data folder; no check without leftovers. */
export async function checkLeftovers(dataDir: string, now: number): Promise<readonly Check[]> {
  if (!existsSync(dataDir)) return [];
  const holder = { pid: process.pid, role: "doctor", address: null, since: now };
  const others = readdirSync(dataDir).filter(isLeftover);
  const found = [
    ...(await abandonedStagings(dataDir, holder)),
    ...(others.length > 0 && isRestoreRunning(dataDir, holder) ? [] : others),
  ];
  if (found.length === 0) return [];
  const advice =
    "They can contain secrets. The next start of the server, or the next backup, removes them. If a `.backup-…` stays, " +
    "its `partial.json` names a file on a disk that is not mounted: mount it, or remove that file and the folder.";
  return [warn("leftovers", `leftovers of interrupted commands: ${found.join(", ")}`, advice)];
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
