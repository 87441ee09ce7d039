import { SECOND_MS } from "../lib/clock.ts";
import { MetricSet, type ServiceMetric } from "../lib/metric-set.ts";
import type { EndedSearch } from "./record-ending.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 600];

/** Counts and times searches. */
export class SearchMetrics {
  readonly #set = new MetricSet();
  readonly #searches = this.#set.counter({
    name: "needledrop_searches_total",
    help: "Searches by outcome: enqueued, joined or cached when submitted, completed or failed when they end.",
    labels: ["outcome"],
  });
  readonly #seconds = this.#set.histogram(
    {
      name: "needledrop_search_duration_seconds",
      help: "Time from the acceptance of a search to its end.",
      labels: [],
    },
    SECONDS,
  );

  readonly #executions = this.#set.counter({
    name: "needledrop_executions_total",
    help: "Executions that ended, by tier (text, image, video, audio) and status (completed, which is billed, or failed).",
    labels: ["tier", "status"],
  });

  get all(): readonly ServiceMetric[] {
    return this.#set.all;
  }

  submitted(outcome: "enqueued" | "joined" | "cached"): void {
    this.#searches.inc({ outcome });
  }

  ended({ execution, status, durationMs }: EndedSearch): void {
    this.#searches.inc({ outcome: status });
    this.#executions.inc({ tier: execution.tier, status });
    this.#seconds.observe(Math.max(0, durationMs) / SECOND_MS);
  }
}
