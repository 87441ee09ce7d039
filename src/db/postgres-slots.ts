import type { Timer } from "../lib/timer.ts";
import { PostgresBusy } from "./postgres-errors.ts";

export interface SlotLimits {
  /** Tasks that have a connection at the same time. */
  readonly slots: number;
  /** Tasks that wait for one. Further ones fail at once. */
  readonly waitingMax: number;
  readonly waitMs: number;
}

/** Limits the tasks that use connections, and those that wait for one: the driver queues without a limit. First come, first served. */
export class PostgresSlots {
  readonly #limits: SlotLimits;
  readonly #timer: Timer;
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(limits: SlotLimits, timer: Timer) {
    this.#limits = limits;
    this.#timer = timer;
    this.#free = limits.slots;
  }

  get used(): number {
    return this.#limits.slots - this.#free;
  }

  get slots(): number {
    return this.#limits.slots;
  }

  /** Runs `task` when there is a slot. Throws PostgresBusy if too many wait already, or if it has waited too long. */
  async through<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    try {
      return await task();
    } finally {
      const [startNext] = this.#waiting;
      if (startNext === undefined) this.#free += 1;
      else startNext();
    }
  }

  #wait(): Promise<void> {
    const { waitingMax, waitMs } = this.#limits;
    if (this.#waiting.size >= waitingMax) throw new PostgresBusy(`${waitingMax} tasks wait for one`);
    return new Promise((resolve, reject) => {
      const start = (): void => {
        this.#waiting.delete(start);
        cancel();
        resolve();
      };
      const cancel = this.#timer.after(waitMs, () => {
        this.#waiting.delete(start);
        reject(new PostgresBusy(`none for ${waitMs / 1_000} s`));
      });
      this.#waiting.add(start);
    });
  }
}
