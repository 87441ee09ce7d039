import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { EARLIEST_TIME, MINUTE_MS } from "../../lib/clock.ts";
import { clockDoubt } from "../clock-guard.ts";
import { DATABASE_FILE } from "../data-files.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { readServiceDb } from "./read-service-db.ts";

const SLACK_MS = 5 * MINUTE_MS;
const ADVICE = "Set the clock, preferably by NTP: signatures, links, the cache and the ledger depend on it.";

const DOUBT_ADVICE = "If the server was stopped for this time, there is nothing to do. Otherwise correct the clock.";

/** Checks that the clock is not before the program's release, and not before the last write to the database. */
export function checkClock(dataDir: string, now: number): Check {
  const time = new Date(now).toISOString();
  if (now < EARLIEST_TIME) return fail("clock", `${time} is before the release of this program`, ADVICE);
  const path = join(dataDir, DATABASE_FILE);
  if (existsSync(path) && statSync(path).mtimeMs > now + SLACK_MS) {
    return fail("clock", `${time} is before the last write to the database`, ADVICE);
  }
  return ok("clock", time);
}

/** Reports that a server has found a clock that jumped ahead. */
export async function checkClockJump(dataDir: string): Promise<readonly Check[]> {
  const doubt = await readServiceDb(dataDir, (db) => db.read(clockDoubt(db)));
  return doubt === null ? [] : [warn("clock", doubt, DOUBT_ADVICE)];
}
