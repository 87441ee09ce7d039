import { type Stats, statSync } from "node:fs";
import { stat } from "node:fs/promises";

/** After an answer, the same file is checked synchronously for this long. */
const ANSWERED_WITHIN_MS = 1_000;
const REMEMBERED_MAX = 1_000;

export type StatFile = (path: string) => Promise<Stats>;

/**
 * Returns a `stat` for files that are requested range by range. The asynchronous call protects the server from a disk that
 * hangs (a NAS), but takes several times as long, so only the first call per second and file uses it. Results are not
 * cached.
 */
export function quickStat(): StatFile {
  const answered = new Map<string, number>();
  return async (path) => {
    const before = answered.get(path);
    const isNear = before !== undefined && performance.now() - before < ANSWERED_WITHIN_MS;
    const stats = isNear ? statSync(path) : await stat(path);
    if (answered.size >= REMEMBERED_MAX) answered.clear();
    answered.set(path, performance.now());
    return stats;
  };
}
