import { type Clock, SECOND_MS } from "../lib/clock.ts";
import { MetricSet, type ServiceMetric } from "../lib/metric-set.ts";
import type { Service } from "../lib/service.ts";
import type { Timer } from "../lib/timer.ts";

const EVERY_MS = 100;
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Measures how late a timer fires, ten times a second. Every request waits as long when it arrives at such a moment. */
export class LoopDelay implements Service {
  readonly name = "loop delay";
  readonly #timer: Timer;
  readonly #stopwatch: Clock;
  readonly #set = new MetricSet();
  readonly #seconds = this.#set.histogram(
    {
      name: "needledrop_event_loop_delay_seconds",
      help: "How long a task waited for the request thread, sampled ten times a second.",
      labels: [],
    },
    SECONDS,
  );
  #cancel: (() => void) | null = null;

  constructor(timer: Timer, stopwatch: Clock) {
    this.#timer = timer;
    this.#stopwatch = stopwatch;
  }

  get metrics(): readonly ServiceMetric[] {
    return this.#set.all;
  }

  start(): void {
    const dueAt = this.#stopwatch.now() + EVERY_MS;
    this.#cancel = this.#timer.after(EVERY_MS, () => {
      this.#seconds.observe(Math.max(0, this.#stopwatch.now() - dueAt) / SECOND_MS);
      this.start();
    });
  }

  stop(): Promise<void> {
    this.#cancel?.();
    return Promise.resolve();
  }
}
