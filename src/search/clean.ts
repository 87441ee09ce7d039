import type { ServiceDb } from "../db/service-db.ts";
import type { Duty } from "../jobs/scheduler.ts";
import { type Clock, DAY_MS, EARLIEST_TIME, HOUR_MS } from "../lib/clock.ts";
import { nextTurn } from "../lib/next-turn.ts";
import type { Timer } from "../lib/timer.ts";
import { CACHE_LIFETIME_MS } from "./execution.ts";
import {
  endedAfter,
  type EndedExecution,
  listEnded,
  removeExecutions,
  setFinishedAt,
  setFinishedAtStart,
} from "./store.ts";

/** A result with a newer execution of its search is stored this long, for the retries and replays of its delivery. */
const SUPERSEDED_DAYS = 30;
const BATCH = 200;
/** Attempts of webhooks that one transaction deletes: a webhook can have any number, by replays. */
const ATTEMPTS_BATCH = 400;

interface ExecutionCleaning {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly resultDays: number;
}

/**
 * The recurring duty that deletes superseded results, and all results older than `resultDays`, unless their webhook is still
 * to be sent. Does nothing while the clock was never set. It lists ended executions
 * outside a transaction and deletes each batch in a short one, so that other writers can run in between.
 */
export function executionCleaningDuty(options: ExecutionCleaning): Duty {
  const { db, clock, timer, resultDays } = options;
  return {
    name: "clean executions",
    everyMs: HOUR_MS,
    runsOn: "one node",
    deletesByAge: true,
    async run(signal) {
      const now = clock.now();
      if (now < EARLIEST_TIME) return { removed: 0 };
      await repairEnds(options, now, signal);
      const before = now - Math.min(SUPERSEDED_DAYS, resultDays) * DAY_MS;
      const isOutdated = ({ isSuperseded, isDelivering, finishedAt }: EndedExecution): boolean =>
        !isDelivering && (isSuperseded || finishedAt < now - resultDays * DAY_MS);
      // The clock was behind when `repairEnds` set this end. The start is right, unless it is in the future, too.
      const isEarly = ({ createdAt, finishedAt }: EndedExecution): boolean =>
        finishedAt < createdAt && createdAt <= now;
      let batch: readonly EndedExecution[] = [];
      let removed = 0;
      do {
        batch = await db.read(listEnded(db, { before, after: batch.at(-1) ?? null, limit: BATCH }));
        const early = batch.filter(isEarly).map(({ id }) => id);
        if (early.length > 0) await db.write((tx) => setFinishedAtStart(tx, early));
        const ids = batch.filter((execution) => !isEarly(execution) && isOutdated(execution)).map(({ id }) => id);
        if (ids.length > 0) removed += await remove(options, ids, signal);
        await nextTurn(timer);
      } while (batch.length === BATCH && !signal.aborted);
      return { removed };
    },
  };
}

async function remove({ db, timer }: ExecutionCleaning, ids: readonly string[], signal: AbortSignal): Promise<number> {
  let removed: number | null = null;
  do {
    removed = await db.write((tx) => removeExecutions(tx, ids, ATTEMPTS_BATCH));
    if (removed === null) await nextTurn(timer);
  } while (removed === null && !signal.aborted);
  return removed ?? 0;
}

/**
 * Results that ended more than a day in the future come from a wrong clock and would be stored until then. The real end
 * is unknown, so it is set to a day ago: they no longer answer searches, and are deleted after the usual number of
 * days.
 */
async function repairEnds({ db, timer }: ExecutionCleaning, now: number, signal: AbortSignal): Promise<void> {
  let ids: readonly string[] = [];
  do {
    const ended = await db.read(endedAfter(db, now + DAY_MS, BATCH));
    if (ended.length > 0) await db.write((tx) => setFinishedAt(tx, ended, now - CACHE_LIFETIME_MS));
    ids = ended;
    await nextTurn(timer);
  } while (ids.length === BATCH && !signal.aborted);
}
