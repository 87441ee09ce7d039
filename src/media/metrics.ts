import { MetricSet, type ServiceMetric } from "../lib/metric-set.ts";
import type { MadeKind } from "./make/make-task.ts";

/** The metrics of generated media. */
export class MediaMetrics {
  readonly #set = new MetricSet();
  readonly #made = this.#set.counter({
    name: "needledrop_media_made_total",
    help: "Media generation, by kind (mp3, wav, watermarked, stems, peaks, structure, cut, imprinted) and outcome: made, or failed permanently.",
    labels: ["kind", "outcome"],
  });

  /** `waiting` is read when the metrics are scraped. */
  constructor(waiting: () => Promise<readonly { readonly kind: string; readonly count: number }[]>) {
    this.#set.slowGauge(
      {
        name: "needledrop_media_waiting",
        help: "Media queued for generation, by kind; a survey of the catalog queues a few hundred at a time.",
        labels: ["kind"],
      },
      waiting,
      (gauge, waitingNow) => {
        for (const { kind, count } of waitingNow) gauge.set({ kind }, count);
      },
    );
  }

  get all(): readonly ServiceMetric[] {
    return this.#set.all;
  }

  made(kind: MadeKind, outcome: "made" | "failed"): void {
    this.#made.inc({ kind, outcome });
  }
}
