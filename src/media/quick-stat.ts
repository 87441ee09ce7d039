import { type Stats, statSync } from "node:fs";
import { stat } from "node:fs/promises";

/** For this long after a successful asynchronous check, a file is checked synchronously. */
const CHECKED_WITHIN_MS = 1_000;
const FILES_MAX = 1_000;

export type StatFile = (path: string) => Promise<Stats>;

/**
 * Returns a `stat` for files that are requested range by range. The asynchronous call protects the server from a disk that
 * hangs (a NAS), but takes several times as long, so only the first call per second and file uses it. Results are not
 * cached.
 */
export function quickStat(): StatFile {
  const checkedAt = new Map<string, number>();
  return async (path) => {
    const before = checkedAt.get(path);
    const isRecent = before !== undefined && performance.now() - before < CHECKED_WITHIN_MS;
    const stats = isRecent ? statSync(path) : await stat(path);
    if (checkedAt.size >= FILES_MAX) checkedAt.clear();
    checkedAt.set(path, performance.now());
    return stats;
  };
}
