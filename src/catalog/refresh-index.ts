import type { Duty } from "../jobs/scheduler.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { isFresh } from "../lib/is-fresh.ts";
import type { LiveCatalog } from "./live-catalog.ts";

const EVERY_MS = 10 * SECOND_MS;
/** The shortest wait between two builds, if all files are measured. */
const WAIT_MIN_MS = MINUTE_MS;
/** The wait while files are still being measured. */
const WAIT_MEASURING_MS = 30 * MINUTE_MS;
/** The wait is at least this many times the latest build, so that builds take at most a twentieth of a core. */
const WAIT_PER_BUILD = 20;

export interface RefreshIndexParts {
  readonly clock: Clock;
  readonly catalog: Pick<LiveCatalog, "current" | "rebuildIndex">;
  /** Whether files of the catalog still have to be measured. */
  isMeasuring(): Promise<boolean>;
  /** How many files this process has measured so far. */
  measuredCount(): number;
  /** Whether facts are newer than the index of the live catalog. Called once: it reads all facts. */
  hasNewerFacts(): Promise<boolean>;
}

/**
 * Returns the duty that builds the search index again after files were measured, so that searches use the facts without an
 * import or `reindex`: once all files are measured, or every half hour meanwhile.
 */
export function refreshIndexDuty({ clock, catalog, ...parts }: RefreshIndexParts): Duty {
  let indexed: number | null = null;
  let last = { endedAt: -Infinity, tookMs: 0 };
  return {
    name: "refresh search index",
    everyMs: EVERY_MS,
    runsOn: "each node",
    async run(signal) {
      if (catalog.current() === null) return;
      indexed ??= (await parts.hasNewerFacts()) ? -1 : 0;
      const measured = parts.measuredCount();
      if (measured <= indexed) return;
      const now = clock.now();
      const isMeasuring = await parts.isMeasuring();
      const waitMs = Math.max(isMeasuring ? WAIT_MEASURING_MS : WAIT_MIN_MS, WAIT_PER_BUILD * last.tookMs);
      // The first build while measuring waits, too: an import has just built the index.
      if (last.endedAt === -Infinity && isMeasuring) last = { endedAt: now, tookMs: 0 };
      if (isFresh(last.endedAt, now, waitMs)) return;
      await catalog.rebuildIndex(signal);
      indexed = measured;
      last = { endedAt: clock.now(), tookMs: Math.max(0, clock.now() - now) };
    },
  };
}
