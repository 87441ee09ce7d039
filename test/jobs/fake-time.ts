import type { Timer } from "../../src/lib/timer.ts";
import type { Clock } from "../../src/lib/clock.ts";

interface Wait {
  readonly at: number;
  readonly effect: () => void;
}

/** A clock and a timer in one, which stand still until they are moved. */
export class FakeTime implements Clock, Timer {
  #now = Date.UTC(2026, 0, 5, 9);
  #clockIsAheadBy = 0;
  readonly #waits = new Set<Wait>();

  now(): number {
    return this.#now + this.#clockIsAheadBy;
  }

  after(delayMs: number, effect: () => void): () => void {
    const wait = { at: this.#now + Math.max(0, delayMs), effect };
    this.#waits.add(wait);
    return () => void this.#waits.delete(wait);
  }

  /** Lets `ms` pass: every wait that ends meanwhile ends at its own time, and what follows from it happens before the next. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    await turn();
    for (let wait = this.#nextUntil(until); wait !== undefined; wait = this.#nextUntil(until)) {
      this.#waits.delete(wait);
      this.#now = Math.max(this.#now, wait.at);
      wait.effect();
      await turn();
    }
    this.#now = until;
  }

  /** Lets everything happen that waits for no time. */
  async runDue(): Promise<void> {
    await this.pass(0);
  }

  /** Moves the clock without ending any wait, as a machine does that was asleep. */
  jump(ms: number): void {
    this.#now += ms;
  }

  /** Sets the clock, as an operator does: timers take no notice of it. */
  setClockBy(ms: number): void {
    this.#clockIsAheadBy += ms;
  }

  #nextUntil(until: number): Wait | undefined {
    return [...this.#waits].filter((wait) => wait.at <= until).toSorted((a, b) => a.at - b.at)[0];
  }
}

/** One turn of the event loop: every promise that can go on has gone on. */
function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
