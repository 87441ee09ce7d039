import type { HeldName } from "../db/service-db.ts";
import { messageOf } from "../lib/assert.ts";
import { HOUR_MS, stopwatch } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Service } from "../lib/service.ts";
import type { Timer } from "../lib/timer.ts";
import type { DutyRun } from "./duty-metrics.ts";

/** While a database does not answer, duties of every two seconds would fill the log. */
const SAME_ERROR_EVERY_MS = HOUR_MS;

/** A recurring duty: each run starts `everyMs` after the previous one ended. */
export interface Duty {
  readonly name: string;
  readonly everyMs: number;
  /**
   * "one node": what it does is done for all nodes of a database. "each node": it is about this process, its memory or its folder. On
   * SQLite there is one node.
   */
  readonly runsOn: "each node" | "one node";
  /** The wait before the first run; `everyMs` if absent. */
  readonly firstAfterMs?: number;
  /** Whether it deletes what is too old. Such a run is left out while the clock is in doubt. */
  readonly deletesByAge?: boolean;
  /** Must end soon after `signal` is aborted. An error is logged, the same one at most once an hour; the next run is the retry. A sweep returns what it removed. */
  run(signal: AbortSignal): void | Swept | Promise<void | Swept>;
}

/** What one run of a sweep did. */
export interface Swept {
  /** Removed rows or files. */
  readonly removed: number;
}

/** A duty of one node that this node has taken over, until it stops or `signal` is aborted. */
interface Taken {
  readonly held: HeldName;
  readonly signal: AbortSignal;
}

/**
 * Runs recurring duties from `start` to `stop`; `stop` waits for the runs in progress. A duty of one node runs on the first node that
 * takes it. When that one ends, the next takes it, at its own next run.
 */
export class Scheduler implements Service {
  readonly name: string;
  readonly #duties: readonly Duty[];
  readonly #timer: Timer;
  readonly #log: Log;
  readonly #onRun: (run: DutyRun) => void;
  readonly #isClockTrusted: () => boolean;
  readonly #hold: ((name: string) => Promise<HeldName | null>) | null;
  readonly #taken = new Map<Duty, Taken>();
  readonly #stopping = new AbortController();
  readonly #waits = new Map<Duty, () => void>();
  readonly #lastRuns = new Map<Duty, Promise<void>>();
  /** Of duties whose last run failed: what was logged last, and when, by the stopwatch. */
  readonly #failures = new Map<Duty, { readonly error: string; readonly loggedAt: number }>();

  constructor(options: {
    readonly name?: string;
    readonly duties: readonly Duty[];
    readonly timer: Timer;
    readonly log: Log;
    /** Called after each run, for metrics. */
    readonly onRun?: (run: DutyRun) => void;
    /** Asked before each run that deletes by age. */
    readonly isClockTrusted?: () => boolean;
    /** `ServiceDb.hold`, for duties of one node. Without it, this node runs them. */
    readonly hold?: (name: string) => Promise<HeldName | null>;
  }) {
    this.name = options.name ?? "scheduler";
    this.#duties = options.duties;
    this.#timer = options.timer;
    this.#log = options.log;
    this.#onRun = options.onRun ?? (() => undefined);
    this.#isClockTrusted = options.isClockTrusted ?? (() => true);
    this.#hold = options.hold ?? null;
  }

  start(): void {
    for (const duty of this.#duties) this.#wait(duty, duty.firstAfterMs ?? duty.everyMs);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const cancelTimer of this.#waits.values()) cancelTimer();
    this.#waits.clear();
    await Promise.all(this.#lastRuns.values());
    await Promise.all([...this.#taken.values()].map(({ held }) => held.release()));
    this.#taken.clear();
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
    const startedAt = stopwatch.now();
    const ended = (outcome: DutyRun["outcome"], removed: number): void =>
      this.#onRun({ duty: duty.name, outcome, durationMs: stopwatch.now() - startedAt, removed });
    let signal: AbortSignal | null = this.#stopping.signal;
    try {
      if (duty.deletesByAge === true && !this.#isClockTrusted()) return this.#wait(duty, duty.everyMs);
      if (this.#hold !== null && duty.runsOn === "one node") signal = await this.#take(duty, this.#hold);
      if (this.#stopping.signal.aborted) return;
      if (signal === null) return this.#wait(duty, duty.everyMs);
      const swept = await duty.run(signal);
      const removed = swept?.removed ?? 0;
      ended("done", removed);
      if (this.#failures.delete(duty)) this.#log.info({ duty: duty.name }, "a recurring duty works again");
      const fields = { duty: duty.name, removed, ms: Math.round(stopwatch.now() - startedAt) };
      if (removed > 0) this.#log.info(fields, "a sweep has removed rows or files");
    } catch (error) {
      const isGivenUp = signal?.aborted === true;
      if (!isGivenUp) {
        ended("failed", 0);
        this.#logFailure(duty, messageOf(error));
      }
    }
    if (!this.#stopping.signal.aborted) this.#wait(duty, duty.everyMs);
  }

  #logFailure(duty: Duty, error: string): void {
    const last = this.#failures.get(duty);
    const now = stopwatch.now();
    if (last?.error === error && now - last.loggedAt < SAME_ERROR_EVERY_MS) return;
    this.#log.error({ duty: duty.name, error }, "a recurring duty failed and will run again");
    this.#failures.set(duty, { error, loggedAt: now });
  }

  /** Returns the signal of a run, or null if another node has the duty. */
  async #take(duty: Duty, hold: (name: string) => Promise<HeldName | null>): Promise<AbortSignal | null> {
    const taken = this.#taken.get(duty);
    if (taken !== undefined && !taken.held.lost.aborted) return taken.signal;
    const held = await hold(`duty ${duty.name}`);
    if (held === null) return null;
    const signal = AbortSignal.any([this.#stopping.signal, held.lost]);
    this.#taken.set(duty, { held, signal });
    return signal;
  }
}
