import type { Timer } from "../../src/lib/timer.ts";
import type { Clock } from "../../src/lib/clock.ts";

interface Wait {
  readonly at: number;
  readonly effect: () => void;
}

/** Between two statements of the same work nothing is awaited for this many turns at most. */
const QUIET_TURNS = 4;

/** A clock and a timer that advance only when a test moves them. */
export class FakeTime implements Clock, Timer {
  #now = Date.UTC(2026, 0, 5, 9);
  #clockIsAheadBy = 0;
  /** Whether something is awaited that needs no time of this clock, such as a database server. */
  isWaiting: (() => boolean) | null = null;
  readonly #waits = new Set<Wait>();

  now(): number {
    return this.#now + this.#clockIsAheadBy;
  }

  /** Milliseconds that do not follow an adjustment of the clock. */
  elapsed(): number {
    return this.#now;
  }

  after(delayMs: number, effect: () => void): () => void {
    const wait = { at: this.#now + Math.max(0, delayMs), effect };
    this.#waits.add(wait);
    return () => void this.#waits.delete(wait);
  }

  /** Advances by `ms`. Each timer fires at its own time, and its consequences happen before the next one fires. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    await this.#turn();
    for (let wait = this.#nextUntil(until); wait !== undefined; wait = this.#nextUntil(until)) {
      this.#waits.delete(wait);
      this.#now = Math.max(this.#now, wait.at);
      wait.effect();
      await this.#turn();
    }
    this.#now = until;
  }

  /** Fires due timers and runs everything that does not wait for time. */
  async runDue(): Promise<void> {
    await this.pass(0);
  }

  /** Advances without firing timers, like a machine that slept. */
  jump(ms: number): void {
    this.#now += ms;
  }

  /** Adjusts the clock, like an operator: timers do not notice it. */
  setClockBy(ms: number): void {
    this.#clockIsAheadBy += ms;
  }

  /** Waits for one turn of the event loop, in which every ready promise continues, and for what is awaited. */
  async #turn(): Promise<void> {
    await turn();
    if (this.isWaiting === null) return;
    for (let quiet = 0; quiet < QUIET_TURNS;) {
      quiet = this.isWaiting() ? 0 : quiet + 1;
      await (quiet === 0 ? Bun.sleep(1) : turn());
    }
  }

  #nextUntil(until: number): Wait | undefined {
    return [...this.#waits].filter((wait) => wait.at <= until).toSorted((a, b) => a.at - b.at)[0];
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
