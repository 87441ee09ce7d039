import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReadinessCheck } from "../feature/feature.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import { errorCode } from "../lib/error-code.ts";
import { freeBytes } from "../lib/free-bytes.ts";
import { isFresh } from "../lib/is-fresh.ts";

/** With less space, SQLite can fail in the middle of a transaction. */
export const FREE_MIN_BYTES = 64 * 1024 * 1024;
/** The disk is written at most once in this time, however often `/readyz` is requested. */
const FRESH_MS = SECOND_MS;

/** Checks whether the data folder can be written, by writing to it: `stat` shows no quota and no full disk. */
export function diskCheck(dataDir: string, clock: Clock): () => ReadinessCheck {
  let last: { readonly at: number; readonly check: ReadinessCheck } | null = null;
  return () => {
    const now = clock.now();
    if (last === null || !isFresh(last.at, now, FRESH_MS)) last = { at: now, check: probeDisk(dataDir) };
    return last.check;
  };
}

function probeDisk(dataDir: string): ReadinessCheck {
  const probe = join(dataDir, ".write-probe");
  try {
    writeFileSync(probe, "");
    rmSync(probe);
    const free = freeBytes(dataDir);
    const megabytes = `${Math.floor(free / 1024 ** 2)} MiB free`;
    return { name: "disk", ok: free >= FREE_MIN_BYTES, detail: free >= FREE_MIN_BYTES ? "writable" : megabytes };
  } catch (error) {
    const code = errorCode(error) ?? messageOf(error);
    return { name: "disk", ok: false, detail: `the data folder cannot be written (${code})` };
  }
}
