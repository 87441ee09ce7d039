import { accessSync, constants, existsSync } from "node:fs";
import type { Config } from "../../config/config.ts";
import { HOUR_MS } from "../../lib/clock.ts";
import { isFresh } from "../../lib/is-fresh.ts";
import { pastBackups } from "../backups/backup-folder.ts";
import { type Check, fail, ok, warn } from "./check.ts";

const NAME = "scheduled backups";
/** A backup can start late, and takes time. */
const LATE_TIMES = 2;

/** Checks that the newest scheduled backup is recent. Empty if none are scheduled. */
export function checkBackups({ backups }: Pick<Config, "backups">, now: number): readonly Check[] {
  if (backups === null) return [];
  const { folder, everyHours } = backups;
  const kept = pastBackups(folder, now);
  const [newest] = kept;
  if (existsSync(folder) && !isWritable(folder))
    return [
      fail(NAME, `${folder} cannot be written`, "Give this folder to the user of the server, or mount its disk."),
    ];
  if (newest === undefined)
    return [
      warn(NAME, `${folder} contains none yet`, "A running server writes the first one two minutes after its start."),
    ];
  const said = `${kept.length} in ${folder}, the newest ${Math.floor(Math.max(0, now - newest.at) / HOUR_MS)} hours old`;
  if (isFresh(Math.min(newest.at, now), now, LATE_TIMES * everyHours * HOUR_MS)) return [ok(NAME, said)];
  return [warn(NAME, said, "Look for `scheduled backup` in the log of the server, and for room on that disk.")];
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
