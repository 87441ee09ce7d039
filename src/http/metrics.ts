import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { LaneCount } from "../jobs/count-store.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { type MetricDescription, METRICS } from "./metric-list.ts";

const REQUEST_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SEARCH_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 600];
const ANALYSIS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const JOB_STATES = ["waiting", "scheduled", "running", "failed"] as const;

export interface CatalogFigures {
  readonly songs: number;
  readonly generation: number;
  readonly indexBytes: number;
}

/** What is read when the metrics are asked for, and not before. */
export interface MetricSources {
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  jobs(): readonly LaneCount[];
  mediaWaiting(): readonly { readonly kind: string; readonly count: number }[];
  /** Null before the first import. */
  catalog(): CatalogFigures | null;
  logLinesDropped(): number;
}

export interface AnsweredRequest {
  /** The route's pattern: a path would make a series per song. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
}

/**
 * What the service counts of itself, in a registry of its own. Not among it: prom-client's default metrics,
 * which read event-loop and garbage-collector internals that Bun does not have.
 */
export class ServiceMetrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter(this.#described(METRICS.requests));
  readonly #requestSeconds = new Histogram({ ...this.#described(METRICS.requestSeconds), buckets: REQUEST_SECONDS });
  readonly #searches = new Counter(this.#described(METRICS.searches));
  readonly #searchSeconds = new Histogram({ ...this.#described(METRICS.searchSeconds), buckets: SEARCH_SECONDS });
  readonly #deliveries = new Counter(this.#described(METRICS.deliveries));

  readonly #uploads = new Counter(this.#described(METRICS.uploads));
  readonly #uploadBytes = new Counter(this.#described(METRICS.uploadBytes));
  readonly #analyses = new Counter(this.#described(METRICS.analyses));
  readonly #analysisSeconds = new Histogram({
    ...this.#described(METRICS.analysisSeconds),
    buckets: ANALYSIS_SECONDS,
  });

  readonly #mediaMade = new Counter(this.#described(METRICS.mediaMade));
  readonly #audioMeasured = new Counter(this.#described(METRICS.audioMeasured));

  constructor(version: string, sources: MetricSources) {
    new Gauge(this.#described(METRICS.build)).set({ version }, 1);
    new Gauge(this.#described(METRICS.startTime)).set(sources.startedAt / SECOND_MS);
    this.#perLane(METRICS.jobs, sources, (gauge, lane) => {
      for (const state of JOB_STATES) gauge.set({ lane: lane.lane, state }, lane[state]);
    });
    this.#perLane(METRICS.oldestWait, sources, (gauge, { lane, oldestWaitMs }) => {
      gauge.set({ lane }, oldestWaitMs / SECOND_MS);
    });
    const waiting: Gauge<"kind"> = new Gauge({
      ...this.#described(METRICS.mediaWaiting),
      collect: () => {
        waiting.reset();
        for (const { kind, count } of sources.mediaWaiting()) waiting.set({ kind }, count);
      },
    });
    this.#ofCatalog(METRICS.catalogSongs, sources, "songs");
    this.#ofCatalog(METRICS.catalogGeneration, sources, "generation");
    this.#ofCatalog(METRICS.indexBytes, sources, "indexBytes");
    const dropped: Counter = new Counter({
      ...this.#described(METRICS.logLinesDropped),
      collect: () => {
        dropped.reset();
        dropped.inc(sources.logLinesDropped());
      },
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  requestAnswered({ route, method, status, ms }: AnsweredRequest): void {
    this.#requests.inc({ route, method, status });
    this.#requestSeconds.observe({ route }, ms / SECOND_MS);
  }

  audioMeasured(outcome: "measured" | "failed"): void {
    this.#audioMeasured.inc({ outcome });
  }

  searchSubmitted(outcome: "enqueued" | "joined" | "cached"): void {
    this.#searches.inc({ outcome });
  }

  searchEnded(outcome: "completed" | "failed", durationMs: number): void {
    this.#searches.inc({ outcome });
    this.#searchSeconds.observe(secondsOf(durationMs));
  }

  /** `outcome` is the webhooks' taxonomy of what a try met. */
  deliveryTried(outcome: string): void {
    this.#deliveries.inc({ outcome });
  }

  /** `outcome` is `accepted`, or the name of the refusal. */
  uploadEnded(outcome: string, byteSize: number): void {
    this.#uploads.inc({ outcome });
    this.#uploadBytes.inc(byteSize);
  }

  analysisEnded(kind: "image" | "video", outcome: string, durationMs: number): void {
    this.#analyses.inc({ kind, outcome });
    this.#analysisSeconds.observe({ kind }, secondsOf(durationMs));
  }

  mediaMade(kind: string, outcome: "made" | "failed"): void {
    this.#mediaMade.inc({ kind, outcome });
  }

  /** The Prometheus text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #perLane<Label extends string>(
    metric: Described<Label>,
    sources: MetricSources,
    set: (gauge: Gauge<Label>, lane: LaneCount) => void,
  ): void {
    const gauge: Gauge<Label> = new Gauge({
      ...this.#described(metric),
      collect: () => {
        gauge.reset();
        for (const lane of sources.jobs()) set(gauge, lane);
      },
    });
  }

  #ofCatalog(metric: MetricDescription, sources: MetricSources, figure: keyof CatalogFigures): void {
    const gauge: Gauge = new Gauge({
      ...this.#described(metric),
      collect: () => {
        gauge.set(sources.catalog()?.[figure] ?? 0);
      },
    });
  }

  #described<Label extends string>(metric: Described<Label>) {
    return { name: metric.name, help: metric.help, labelNames: metric.labels, registers: [this.#registry] };
  }
}

interface Described<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
}

/** Never negative, as a clock that was set back meanwhile would make it. */
function secondsOf(durationMs: number): number {
  return Math.max(0, durationMs) / SECOND_MS;
}
