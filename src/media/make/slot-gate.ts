/** A request for a slot; `SlotGate.makeUrgent` changes it. */
export interface SlotRequest {
  isUrgent: boolean;
}

interface Waiting {
  readonly request: SlotRequest;
  readonly start: (asUrgent: boolean) => void;
}

/**
 * Limits how many tasks run at the same time. Urgent tasks have their own `slots`, so they wait for other urgent tasks only.
 * Background tasks start while fewer than `slots` tasks of any kind run.
 */
export class SlotGate {
  readonly #slots: number;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #runningAsUrgent = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  async through<Result>(request: SlotRequest, work: () => Promise<Result>): Promise<Result> {
    const started = Promise.withResolvers<boolean>();
    this.#waiting.push({ request, start: started.resolve });
    this.#startAll();
    const asUrgent = await started.promise;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (asUrgent) this.#runningAsUrgent -= 1;
      this.#startAll();
    }
  }

  /** Makes a request urgent. A running task keeps its slot. */
  makeUrgent(request: SlotRequest): void {
    if (request.isUrgent) return;
    request.isUrgent = true;
    this.#startAll();
  }

  #startAll(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const { isUrgent } = next.request;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#running += 1;
      if (isUrgent) this.#runningAsUrgent += 1;
      next.start(isUrgent);
    }
  }

  /** Urgent tasks first, then in the order of arrival. */
  #next(): Waiting | undefined {
    const urgent =
      this.#runningAsUrgent < this.#slots ? this.#waiting.find(({ request }) => request.isUrgent) : undefined;
    if (urgent !== undefined) return urgent;
    return this.#running < this.#slots ? this.#waiting.find(({ request }) => !request.isUrgent) : undefined;
  }
}
