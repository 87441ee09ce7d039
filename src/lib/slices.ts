import type { WaitingSteps } from "./steps.ts";

export interface SlicesOptions {
  /** A slice ends with the first step that ends after this time. */
  readonly sliceMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Returns after everything else that is due on this thread has run. */
  readonly pause: () => Promise<void>;
}

interface Running {
  readonly signal: AbortSignal | undefined;
  /** Runs one step. Throws the errors of the computation. */
  readonly step: () => "ended" | "waiting" | "running";
  readonly fail: (reason: unknown) => void;
}

/**
 * Runs long computations on the request thread in slices. After each slice all requests, timers and sockets that are
 * due are served. The computations get slices in rotation, so a short one does not wait for the end of a long one.
 */
export class Slices {
  readonly #options: SlicesOptions;
  readonly #running: Running[] = [];
  #isBusy = false;

  constructor(options: SlicesOptions) {
    this.#options = options;
  }

  /**
   * Returns the result of `steps`. Rejects with the error of a step, or with the reason of an aborted signal. While steps wait,
   * others run.
   */
  run<Result>(steps: WaitingSteps<Result>, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      let resume = (): IteratorResult<PromiseLike<unknown> | undefined, Result> => steps.next();
      const step = (): "ended" | "waiting" | "running" => {
        const next = resume();
        resume = () => steps.next();
        if (next.done === true) {
          resolve(next.value);
          return "ended";
        }
        if (next.value === undefined) return "running";
        void Promise.resolve(next.value)
          .then(
            (value) => (resume = () => steps.next(value)),
            (error: unknown) => (resume = () => steps.throw(error)),
          )
          .then(() => this.#add(running));
        return "waiting";
      };
      const running: Running = { signal, step, fail: reject };
      this.#add(running);
    });
  }

  #add(running: Running): void {
    this.#running.push(running);
    if (!this.#isBusy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let next = this.#running.shift(); next !== undefined; next = this.#running.shift()) {
      // Pauses before each slice too, so that the first of many computations does not delay the start of the others.
      await this.#options.pause();
      if (!this.#slice(next)) this.#running.push(next);
    }
    this.#isBusy = false;
  }

  /** Runs one slice. Returns whether the computation has ended or waits. */
  #slice({ signal, step, fail }: Running): boolean {
    const { sliceMs, now } = this.#options;
    const end = now() + sliceMs;
    try {
      do {
        signal?.throwIfAborted();
        if (step() !== "running") return true;
      } while (now() < end);
      return false;
    } catch (error) {
      fail(error);
      return true;
    }
  }
}
