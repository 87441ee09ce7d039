import { SECOND_MS } from "../lib/clock.ts";
import { MetricSet, type ServiceMetric } from "../lib/metric-set.ts";
import type { AnalysisLane } from "./analysis-lanes.ts";
import type { MediaKind } from "./media-type.ts";

const WAIT_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Counts uploads and times analyses. */
export class AssetMetrics {
  readonly #set = new MetricSet();
  readonly #uploads = this.#set.counter({
    name: "needledrop_uploads_total",
    help: "Uploads by outcome: accepted, or the refusal.",
    labels: ["outcome"],
  });
  readonly #uploadBytes = this.#set.counter({
    name: "needledrop_upload_bytes_total",
    help: "Bytes of accepted files.",
    labels: [],
  });
  readonly #analyses = this.#set.counter({
    name: "needledrop_analyses_total",
    help: "Pictures, films and audio files analysed, by kind and outcome: processed, failed, blocked.",
    labels: ["kind", "outcome"],
  });
  readonly #seconds = this.#set.histogram(
    { name: "needledrop_analysis_duration_seconds", help: "Duration of an analysis, by kind.", labels: ["kind"] },
    SECONDS,
  );

  readonly #waits = this.#set.histogram(
    {
      name: "needledrop_analysis_wait_seconds",
      help: "Time from an upload to the start of its analysis, by lane: picture, clip, film.",
      labels: ["lane"],
    },
    WAIT_SECONDS,
  );

  get all(): readonly ServiceMetric[] {
    return this.#set.all;
  }

  /** `outcome` is `accepted`, or the name of the refusal. */
  uploadEnded(outcome: string, byteSize: number): void {
    this.#uploads.inc({ outcome });
    this.#uploadBytes.inc(byteSize);
  }

  analysisStarted(lane: AnalysisLane, waitMs: number): void {
    this.#waits.observe({ lane }, Math.max(0, waitMs) / SECOND_MS);
  }

  analysisEnded(kind: MediaKind, outcome: string, durationMs: number): void {
    this.#analyses.inc({ kind, outcome });
    this.#seconds.observe({ kind }, Math.max(0, durationMs) / SECOND_MS);
  }
}
