import { MetricSet, type ServiceMetric } from "../lib/metric-set.ts";
import type { AttemptOutcome } from "./attempt-result.ts";

/** Counts delivery attempts. */
export class DeliveryMetrics {
  readonly #set = new MetricSet();
  readonly #attempts = this.#set.counter({
    name: "needledrop_delivery_attempts_total",
    help: "Webhook delivery attempts, by outcome.",
    labels: ["outcome"],
  });

  get all(): readonly ServiceMetric[] {
    return this.#set.all;
  }

  attempted(outcome: AttemptOutcome): void {
    this.#attempts.inc({ outcome });
  }
}
