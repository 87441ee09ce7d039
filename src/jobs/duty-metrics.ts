import { type Clock, SECOND_MS } from "../lib/clock.ts";
import { MetricSet, type ServiceMetric } from "../lib/metric-set.ts";

/** How a run of a duty ended. */
export interface DutyRun {
  readonly duty: string;
  readonly outcome: "done" | "failed";
  readonly durationMs: number;
  /** Rows or files that the run removed. */
  readonly removed: number;
}

/** Counts and times the runs of recurring duties, and what sweeps remove. */
export class DutyMetrics {
  readonly #clock: Clock;
  readonly #set = new MetricSet();
  readonly #lastDone = new Map<string, number>();
  readonly #failuresInARow = new Map<string, number>();
  readonly #runs = this.#set.counter({
    name: "needledrop_duty_runs_total",
    help: "Runs of recurring duties, such as sweeps, by outcome: done or failed.",
    labels: ["duty", "outcome"],
  });
  readonly #seconds = this.#set.counter({
    name: "needledrop_duty_seconds_total",
    help: "Time that the runs of a duty took. Requests are answered meanwhile.",
    labels: ["duty"],
  });
  readonly #removed = this.#set.counter({
    name: "needledrop_duty_removed_total",
    help: "Rows and files that a sweep removed, by duty.",
    labels: ["duty"],
  });

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#set.gauge(
      {
        name: "needledrop_duty_last_done_timestamp_seconds",
        help: "When a duty was last done, in Unix seconds. Absent before its first run since the start.",
        labels: ["duty"],
      },
      (gauge) => {
        for (const [duty, at] of this.#lastDone) gauge.set({ duty }, at / SECOND_MS);
      },
    );
    this.#set.gauge(
      {
        name: "needledrop_duty_failures_in_a_row",
        help: "Runs of a duty that failed since it was last done; 0 after a run that is done.",
        labels: ["duty"],
      },
      (gauge) => {
        for (const [duty, failures] of this.#failuresInARow) gauge.set({ duty }, failures);
      },
    );
  }

  get all(): readonly ServiceMetric[] {
    return this.#set.all;
  }

  ended({ duty, outcome, durationMs, removed }: DutyRun): void {
    this.#runs.inc({ duty, outcome });
    this.#seconds.inc({ duty }, Math.max(0, durationMs) / SECOND_MS);
    if (removed > 0) this.#removed.inc({ duty }, removed);
    this.#failuresInARow.set(duty, outcome === "done" ? 0 : (this.#failuresInARow.get(duty) ?? 0) + 1);
    if (outcome === "done") this.#lastDone.set(duty, this.#clock.now());
  }
}
