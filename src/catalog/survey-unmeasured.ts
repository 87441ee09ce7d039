import { FactsReader } from "../audio/facts-store.ts";
import { enqueueMeasuring, MEASURE_JOB } from "../audio/jobs.ts";
import type { ServiceDb } from "../db/service-db.ts";
import { countWaiting } from "../jobs/count-store.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Duty } from "../jobs/scheduler.ts";
import { SECOND_MS } from "../lib/clock.ts";
import type { LiveCatalog } from "./live-catalog.ts";

const EVERY_MS = 10 * SECOND_MS;
/** Jobs of this kind that wait at once: a catalog of a million files must not become a million rows. */
const WAITING_MAX = 50;
/** Looked through in one query, and in one run: a catalog that lacks nothing is passed over in minutes. */
const SONGS_A_QUERY = 500;
const SONGS_A_RUN = 20_000;

export interface MeasureSurveyParts {
  readonly db: ServiceDb;
  readonly queue: Queue;
  readonly catalog: LiveCatalog;
  /** Null for a ref that leads to no file. */
  readonly pathOf: (ref: string) => string | null;
}

/**
 * The standing duty that queues what is to be measured of the catalog that is served, once for each generation and
 * each start: what could not be measured is not asked for again and again.
 */
export function measureSurvey({ db, queue, catalog, pathOf }: MeasureSurveyParts): Duty {
  const facts = new FactsReader(db);
  let at = { generation: -1, after: -1 };
  return {
    name: "survey what is to be measured",
    everyMs: EVERY_MS,
    run: async (signal) => {
      const open = catalog.current();
      if (open === null) return;
      if (open.generation.number !== at.generation) at = { generation: open.generation.number, after: -1 };
      const last = open.db.lastOrdinal() ?? -1;
      const stopAt = Math.min(last, at.after + SONGS_A_RUN);
      let room = WAITING_MAX - waitingIn(db);
      while (room > 0 && at.after < stopAt && !signal.aborted) {
        const to = Math.min(last, at.after + SONGS_A_QUERY);
        const missing = open.db
          .unmeasuredFiles(at.after, to)
          .filter(({ ref }) => pathOf(ref) !== null && facts.isMissing(ref));
        const taken = missing.slice(0, room);
        db.transaction((tx) => {
          for (const { ref } of taken) enqueueMeasuring(tx, queue, ref);
        });
        room -= taken.length;
        // A song whose files did not all find room is looked at again.
        const next = missing[taken.length];
        at = { ...at, after: next === undefined ? to : next.ordinal - 1 };
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    },
  };
}

function waitingIn(db: ServiceDb): number {
  return countWaiting(db, MEASURE_JOB.lane).find(({ kind }) => kind === MEASURE_JOB.name)?.count ?? 0;
}
