import { parseMediaRef } from "../../schema/media-ref.ts";
import { FactsReader } from "../audio/facts-store.ts";
import { enqueueMeasuring, MEASURE_JOB, MEASURE_LANE } from "../audio/jobs.ts";
import type { ServiceDb } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import { countWaiting, dueKeys } from "../jobs/count-store.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Duty } from "../jobs/scheduler.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { yieldToEventLoop } from "../lib/yield-to-event-loop.ts";
import type { LiveCatalog } from "./live-catalog.ts";

const EVERY_MS = 2 * SECOND_MS;
/**
 * Maximum backlog of measuring jobs: enough work for all worker slots until the next run, and a small table for a catalog of a
 * million files.
 */
const WAITING_MAX = 200;
/**
 * Songs checked per query, which holds up requests for less than a millisecond, and per run. A measured catalog of a million
 * songs takes about two minutes.
 */
const SONGS_PER_QUERY = 100;
const SONGS_PER_RUN = 20_000;

export interface MeasureSurveyParts {
  readonly db: ServiceDb;
  readonly queue: Queue;
  readonly catalog: LiveCatalog;
  /** Whether a ref names a file; by default, what its form says. */
  readonly namesFile?: (ref: string) => boolean;
}

export interface MeasureSurvey extends Duty {
  /**
   * Whether files still have to be measured: the latest run has not checked the last song, or a job is due. Reads no catalog,
   * because the job runner calls it before it claims a file to make.
   */
  isBehind(): Work<boolean>;
}

/**
 * Returns the duty that queues measurements for the live catalog. It checks each generation once per start of the server,
 * so that files that cannot be measured are not queued repeatedly.
 */
export function measureSurvey({ db, queue, catalog, namesFile = isFileRef }: MeasureSurveyParts): MeasureSurvey {
  const facts = new FactsReader(db);
  let at = { generation: -1, after: -1 };
  let isChecked = false;
  return {
    name: "queue missing measurements",
    everyMs: EVERY_MS,
    // `isBehind` is asked on each node, and jobs with a key are added once.
    runsOn: "each node",
    // A job that waits for a retry holds up nothing.
    *isBehind() {
      return !isChecked || (yield* dueKeys(db, MEASURE_LANE, queue.clock.now(), 1)).length > 0;
    },
    run: async (signal) => {
      const open = catalog.current();
      if (open === null) {
        isChecked = true;
        return;
      }
      const last = open.db.lastOrdinal() ?? -1;
      if (open.generation.number !== at.generation) {
        at = { generation: open.generation.number, after: -1 };
        isChecked = false;
      }
      const stopAt = Math.min(last, at.after + SONGS_PER_RUN);
      let room = WAITING_MAX - (await db.read(waitingIn(db)));
      while (room > 0 && at.after < stopAt && !signal.aborted) {
        const to = Math.min(last, at.after + SONGS_PER_QUERY);
        const files = open.db.unmeasuredFiles(at.after, to).filter(({ ref }) => namesFile(ref));
        const missingRefs = await db.read(facts.missingOf(files.map(({ ref }) => ref)));
        const missing = files.filter(({ ref }) => missingRefs.has(ref));
        const queued = missing.slice(0, room);
        if (queued.length > 0) {
          await db.write(function* (tx) {
            for (const { ref } of queued) yield* enqueueMeasuring(tx, queue, ref);
          });
        }
        room -= queued.length;
        // If the backlog has no room for all files of a song, the next run checks this song again.
        const next = missing[queued.length];
        at = { ...at, after: next === undefined ? to : next.ordinal - 1 };
        await yieldToEventLoop(null);
      }
      isChecked = at.after >= last;
    },
  };
}

function isFileRef(ref: string): boolean {
  const kind = parseMediaRef(ref)?.kind;
  return kind === "stored" || kind === "in place";
}

function* waitingIn(db: ServiceDb): Work<number> {
  return (yield* countWaiting(db, MEASURE_LANE)).find(({ kind }) => kind === MEASURE_JOB.name)?.count ?? 0;
}
