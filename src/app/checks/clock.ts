import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { MINUTE_MS } from "../../lib/clock.ts";
import { DATABASE_FILE } from "../data-files.ts";
import { type Check, fail, ok } from "./check.ts";

/** This program was not written before; a clock that says so was never set. */
const WRITTEN_IN = Date.UTC(2025, 0, 1);
const SLACK_MS = 5 * MINUTE_MS;
const ADVICE = "Set the clock, best by NTP: signatures, links, the cache and the ledger all rest on it.";

/** Whether the clock can be right: not before this program was written, and not before its own last write. */
export function checkClock(dataDir: string, now: number): Check {
  const time = new Date(now).toISOString();
  if (now < WRITTEN_IN) return fail("clock", `says ${time}, which cannot be`, ADVICE);
  const path = join(dataDir, DATABASE_FILE);
  if (existsSync(path) && statSync(path).mtimeMs > now + SLACK_MS) {
    return fail("clock", `says ${time}, which is before the last write to the database`, ADVICE);
  }
  return ok("clock", time);
}
