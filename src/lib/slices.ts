import type { Steps } from "./steps.ts";

export interface SlicesOptions {
  /** A slice ends with the first step that ends after this time. */
  readonly sliceMs: number;
  /** Milliseconds of a clock that nobody sets back. */
  readonly now: () => number;
  /** Lets everything else that is due on this thread run, and then returns. */
  readonly pause: () => Promise<void>;
}

interface Running {
  readonly signal: AbortSignal | undefined;
  /** True when the computation has ended. Throws what it throws. */
  readonly step: () => boolean;
  readonly fail: (reason: unknown) => void;
}

/**
 * Runs long computations on the request thread in slices. After each slice all requests, timers and sockets that are
 * due have their turn, however many computations run: those share the slices in turn. So a short computation does not
 * wait for the end of a long one either.
 */
export class Slices {
  readonly #options: SlicesOptions;
  readonly #running: Running[] = [];
  #isBusy = false;

  constructor(options: SlicesOptions) {
    this.#options = options;
  }

  /** The result of `steps`. Rejects with what a step throws, or with the signal's reason before the next step. */
  run<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      const step = (): boolean => {
        const next = steps.next();
        if (next.done === true) resolve(next.value);
        return next.done === true;
      };
      this.#running.push({ signal, step, fail: reject });
      if (!this.#isBusy) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let next = this.#running.shift(); next !== undefined; next = this.#running.shift()) {
      // Before each slice, so that callers which start many computations at once are not held up by the first one.
      await this.#options.pause();
      if (!this.#slice(next)) this.#running.push(next);
    }
    this.#isBusy = false;
  }

  /** True when the computation has ended. */
  #slice({ signal, step, fail }: Running): boolean {
    const { sliceMs, now } = this.#options;
    const end = now() + sliceMs;
    try {
      do {
        signal?.throwIfAborted();
        if (step()) return true;
      } while (now() < end);
      return false;
    } catch (error) {
      fail(error);
      return true;
    }
  }
}
