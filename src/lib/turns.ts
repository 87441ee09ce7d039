/**
 * Starts waiting tasks one at a time, with a pause before each, so that many of them do not delay everything else on this
 * thread. Owners take turns, so that the tasks of one owner do not delay those of others. Callers limit the number of
 * waiting tasks.
 */
export class Turns {
  readonly #pause: () => Promise<void>;
  /** The waiting tasks of each owner. The first owner is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isRunning = false;

  /** @param pause returns after everything else that is due on this thread has run */
  constructor(pause: () => Promise<void>) {
    this.#pause = pause;
  }

  /** Resolves when a task of `owner` can start. */
  next(owner: string): Promise<void> {
    return new Promise((start) => {
      const starts = this.#waiting.get(owner);
      if (starts === undefined) this.#waiting.set(owner, [start]);
      else starts.push(start);
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.size > 0) {
      await this.#pause();
      this.#startNext();
    }
    this.#isRunning = false;
  }

  #startNext(): void {
    for (const [owner, starts] of this.#waiting) {
      this.#waiting.delete(owner);
      starts.shift()?.();
      if (starts.length > 0) this.#waiting.set(owner, starts);
      return;
    }
  }
}
