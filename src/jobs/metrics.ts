import { SECOND_MS } from "../lib/clock.ts";
import { MetricSet, type ServiceMetric } from "../lib/metric-set.ts";
import type { LaneCount } from "./count-store.ts";

const STATES = ["waiting", "scheduled", "running", "failed"] as const;

/** Gauges of the queue. `counts` is called when the metrics are scraped. */
export function jobMetrics(counts: () => Promise<readonly LaneCount[]>): readonly ServiceMetric[] {
  const metrics = new MetricSet();
  const read = oncePerScrape(counts);
  metrics.slowGauge(
    {
      name: "needledrop_jobs",
      help: "Jobs in the queue, by lane and state: waiting (due), scheduled (for later), running, failed (stored for a week).",
      labels: ["lane", "state"],
    },
    read,
    (gauge, counted) => {
      for (const count of counted) {
        for (const state of STATES) gauge.set({ lane: count.lane, state }, count[state]);
      }
    },
  );
  metrics.slowGauge(
    {
      name: "needledrop_jobs_oldest_wait_seconds",
      help: "How long the oldest waiting job of a lane has been due.",
      labels: ["lane"],
    },
    read,
    (gauge, counted) => {
      for (const { lane, oldestWaitMs } of counted) gauge.set({ lane }, oldestWaitMs / SECOND_MS);
    },
  );
  metrics.slowGauge(
    {
      name: "needledrop_jobs_expected_seconds",
      help: "Processor time that the waiting jobs of a lane are expected to take; 0 for lanes of small jobs.",
      labels: ["lane"],
    },
    read,
    (gauge, counted) => {
      for (const { lane, workMs } of counted) gauge.set({ lane }, workMs / SECOND_MS);
    },
  );
  return metrics.all;
}

/** The gauges of a scrape share one count, because counting a long queue takes tens of milliseconds. */
function oncePerScrape<Counts>(counts: () => Promise<Counts>): () => Promise<Counts> {
  let current: Promise<Counts> | null = null;
  return () => {
    if (current === null) {
      const forget = (): void => void (current = null);
      current = counts();
      current.then(forget, forget);
    }
    return current;
  };
}
