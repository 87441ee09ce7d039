import { type Stats, statSync } from "node:fs";
import { stat } from "node:fs/promises";

/** A disk that has answered for a file so recently is asked about it directly. */
const ANSWERED_WITHIN_MS = 1_000;
const REMEMBERED_MAX = 1_000;

export type LookAtFile = (path: string) => Promise<Stats>;

/**
 * `stat` for files that are asked for in ranges, one after the other. Where a disk may be away (a NAS), it is waited for
 * in another thread, so that everything else goes on; but that takes several times as long as the answer. So only the
 * first request of a second waits there. Nothing that the disk said is kept: every answer is fresh.
 */
export function looksAtFiles(): LookAtFile {
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
