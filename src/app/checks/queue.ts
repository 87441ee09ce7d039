import { Queue } from "../../jobs/queue.ts";
import { SECOND_MS } from "../../lib/clock.ts";
import { ALERT_THRESHOLDS } from "./alert-thresholds.ts";
import { type Check, ok, warn } from "./check.ts";
import { readServiceDb } from "./read-service-db.ts";

const NAME = "queue";
/** Waits that are too long, by lane. Other lanes can wait for hours. */
const WAIT_MAX_MS: Readonly<Record<string, number>> = {
  search: ALERT_THRESHOLDS.NeedledropSearchesWait * SECOND_MS,
  webhook: ALERT_THRESHOLDS.NeedledropWebhooksWait * SECOND_MS,
};

/** Reports the jobs that wait and fail, by the numbers of the metrics `needledrop_jobs` and `needledrop_jobs_oldest_wait_seconds`. */
export async function checkQueue(dataDir: string, now: number): Promise<readonly Check[]> {
  const counted = await readServiceDb(dataDir, (db) => db.read(new Queue({ now: () => now }).counts(db)));
  if (counted === null) return [];
  const total = (state: "waiting" | "running" | "failed"): number =>
    counted.reduce((sum, count) => sum + count[state], 0);
  const detail = `jobs: ${total("waiting")} due, ${total("running")} running, ${total("failed")} failed in the last week`;
  const late = counted.filter(
    ({ lane, waiting, oldestWaitMs }) => waiting > 0 && oldestWaitMs > (WAIT_MAX_MS[lane] ?? Infinity),
  );
  const failed = counted.filter((count) => count.failed > 0);
  if (late.length > 0) {
    const waits = late.map(({ lane, oldestWaitMs }) => `${lane} ${Math.round(oldestWaitMs / SECOND_MS)} s`).join(", ");
    const advice =
      "Start the server if it does not run. Otherwise the machine is too busy, or a job is stuck: see the log.";
    return [warn(NAME, `${detail}; the oldest due job waits too long: ${waits}`, advice)];
  }
  if (failed.length > 0) {
    const lanes = failed.map(({ lane, failed: count }) => `${lane} ${count}`).join(", ");
    const advice =
      "The page Jobs of the console shows their errors. For webhooks, see `needledrop deliveries list --status failed`.";
    return [warn(NAME, `${detail}: ${lanes}`, advice)];
  }
  return [ok(NAME, detail)];
}
