import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { EARLIEST_TIME, MINUTE_MS } from "../../lib/clock.ts";
import { DATABASE_FILE } from "../data-files.ts";
import { type Check, fail, ok } from "./check.ts";

const SLACK_MS = 5 * MINUTE_MS;
const ADVICE = "Set the clock, preferably by NTP: signatures, links, the cache and the ledger depend on it.";

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
