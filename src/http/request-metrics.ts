import { SECOND_MS } from "../lib/clock.ts";
import { MetricSet, type ServiceMetric } from "../lib/metric-set.ts";

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface AnsweredRequest {
  /** The route's pattern; a path would create one series per song. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
}

/** Counts and times the requests that the HTTP edge answers. */
export class RequestMetrics {
  readonly #set = new MetricSet();
  readonly #requests = this.#set.counter({
    name: "needledrop_http_requests_total",
    help: "HTTP requests answered, by route pattern (`none` if no route matches), method and status.",
    labels: ["route", "method", "status"],
  });
  readonly #seconds = this.#set.histogram(
    {
      name: "needledrop_http_request_duration_seconds",
      help: "Time from the arrival of a request to the head of its response, by route pattern.",
      labels: ["route"],
    },
    SECONDS,
  );

  get all(): readonly ServiceMetric[] {
    return this.#set.all;
  }

  answered({ route, method, status, ms }: AnsweredRequest): void {
    this.#requests.inc({ route, method, status });
    this.#seconds.observe({ route }, ms / SECOND_MS);
  }
}
