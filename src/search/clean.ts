import type { ServiceDb } from "../db/service-db.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { Timer } from "../lib/timer.ts";
import { type Clock, DAY_MS, HOUR_MS } from "../lib/clock.ts";
import { type EndedExecution, listEnded, removeExecutions } from "./store.ts";

/** A result that a newer execution of its search replaced is kept so long, for its delivery's retries and replay. */
const SUPERSEDED_KEPT_DAYS = 30;
const BATCH = 200;

/**
 * The standing duty that removes results which were replaced, and all that are older than `resultDays`. It walks the
 * ended executions outside of any transaction, removes a batch in a short one, and lets others go between.
 */
export function executionCleaningDuty(options: {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly resultDays: number;
}): Duty {
  const { db, clock, timer, resultDays } = options;
  return {
    name: "clean executions",
    everyMs: HOUR_MS,
    async run(signal) {
      const now = clock.now();
      const before = now - Math.min(SUPERSEDED_KEPT_DAYS, resultDays) * DAY_MS;
      const isOutdated = ({ isSuperseded, finishedAt }: EndedExecution): boolean =>
        isSuperseded || finishedAt < now - resultDays * DAY_MS;
      let batch: readonly EndedExecution[] = [];
      do {
        batch = listEnded(db, { before, after: batch.at(-1) ?? null, limit: BATCH });
        const ids = batch.filter(isOutdated).map((execution) => execution.id);
        if (ids.length > 0) db.transaction((tx) => removeExecutions(tx, ids));
        await new Promise<void>((resume) => void timer.after(0, resume));
      } while (batch.length === BATCH && !signal.aborted);
    },
  };
}
