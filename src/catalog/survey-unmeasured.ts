import { FactsReader } from "../audio/facts-store.ts";
import { enqueueMeasuring, MEASURE_JOB } from "../audio/jobs.ts";
import type { ServiceDb } from "../db/service-db.ts";
import { countWaiting } from "../jobs/count-store.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Duty } from "../jobs/scheduler.ts";
import { SECOND_MS } from "../lib/clock.ts";
import type { LiveCatalog } from "./live-catalog.ts";

const EVERY_MS = 10 * SECOND_MS;
/** Maximum backlog of measuring jobs, so that a catalog of a million files does not queue a million rows. */
const WAITING_MAX = 50;
/** Songs checked per query and per run. A catalog of a million songs without missing fields takes a few minutes. */
const SONGS_PER_QUERY = 500;
const SONGS_PER_RUN = 20_000;

export interface MeasureSurveyParts {
  readonly db: ServiceDb;
  readonly queue: Queue;
  readonly catalog: LiveCatalog;
  /** Returns null if the ref has no file. */
  readonly pathOf: (ref: string) => string | null;
}

/**
 * Returns the duty that queues measurements for the live catalog. It checks each generation once per start of the server,
 * so that files that cannot be measured are not queued repeatedly.
 */
export function measureSurvey({ db, queue, catalog, pathOf }: MeasureSurveyParts): Duty {
  const facts = new FactsReader(db);
  let at = { generation: -1, after: -1 };
  return {
    name: "queue missing measurements",
    everyMs: EVERY_MS,
    run: async (signal) => {
      const open = catalog.current();
      if (open === null) return;
      if (open.generation.number !== at.generation) at = { generation: open.generation.number, after: -1 };
      const last = open.db.lastOrdinal() ?? -1;
      const stopAt = Math.min(last, at.after + SONGS_PER_RUN);
      let room = WAITING_MAX - waitingIn(db);
      while (room > 0 && at.after < stopAt && !signal.aborted) {
        const to = Math.min(last, at.after + SONGS_PER_QUERY);
        const missing = open.db
          .unmeasuredFiles(at.after, to)
          .filter(({ ref }) => pathOf(ref) !== null && facts.isMissing(ref));
        const queued = missing.slice(0, room);
        db.transaction((tx) => {
          for (const { ref } of queued) enqueueMeasuring(tx, queue, ref);
        });
        room -= queued.length;
        // If the backlog has no room for all files of a song, the next run checks this song again.
        const next = missing[queued.length];
        at = { ...at, after: next === undefined ? to : next.ordinal - 1 };
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    },
  };
}

function waitingIn(db: ServiceDb): number {
  return countWaiting(db, MEASURE_JOB.lane).find(({ kind }) => kind === MEASURE_JOB.name)?.count ?? 0;
}
