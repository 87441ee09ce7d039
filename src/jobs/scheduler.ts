import { messageOf } from "../lib/assert.ts";
import type { Log } from "../lib/log.ts";
import type { Service } from "../lib/service.ts";
import type { Timer } from "../lib/timer.ts";

/** A recurring duty: each run starts `everyMs` after the previous one ended. */
export interface Duty {
  readonly name: string;
  readonly everyMs: number;
  /** The wait before the first run; `everyMs` if absent. */
  readonly firstAfterMs?: number;
  /** Must end soon after `signal` is aborted. An error is logged; the next run is the retry. */
  run(signal: AbortSignal): void | Promise<void>;
}

/** Runs recurring duties from `start` to `stop`; `stop` waits for the runs in progress. */
export class Scheduler implements Service {
  readonly name: string;
  readonly #duties: readonly Duty[];
  readonly #timer: Timer;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  readonly #waits = new Map<Duty, () => void>();
  readonly #lastRuns = new Map<Duty, Promise<void>>();

  constructor(options: {
    readonly name?: string;
    readonly duties: readonly Duty[];
    readonly timer: Timer;
    readonly log: Log;
  }) {
    this.name = options.name ?? "scheduler";
    this.#duties = options.duties;
    this.#timer = options.timer;
    this.#log = options.log;
  }

  start(): void {
    for (const duty of this.#duties) this.#wait(duty, duty.firstAfterMs ?? duty.everyMs);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const cancelTimer of this.#waits.values()) cancelTimer();
    this.#waits.clear();
    await Promise.all(this.#lastRuns.values());
  }

  #wait(duty: Duty, delayMs: number): void {
    this.#waits.set(
      duty,
      this.#timer.after(delayMs, () => this.#begin(duty)),
    );
  }

  #begin(duty: Duty): void {
    this.#waits.delete(duty);
    this.#lastRuns.set(duty, this.#run(duty));
  }

  async #run(duty: Duty): Promise<void> {
    try {
      await duty.run(this.#stopping.signal);
    } catch (error) {
      const fields = { duty: duty.name, error: messageOf(error) };
      if (!this.#stopping.signal.aborted) this.#log.error(fields, "a recurring duty failed and will run again");
    }
    if (!this.#stopping.signal.aborted) this.#wait(duty, duty.everyMs);
  }
}
