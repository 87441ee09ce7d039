/** A request for a slot; `SlotGate.makeUrgent` changes it. */
export interface SlotRequest {
  /** Whose request waits for the task, which makes it urgent; null for work in the background. */
  requester: string | null;
}

/** Requesters whose last turn is known. */
const REQUESTERS_MAX = 1_000;

interface Waiting {
  readonly request: SlotRequest;
  readonly start: (asUrgent: boolean) => void;
}

/**
 * Limits how many tasks run at the same time. Urgent tasks have their own `slots`, so they wait for other urgent tasks only, and
 * requesters take turns.
 * Background tasks start while fewer than `slots` tasks of any kind run.
 */
export class SlotGate {
  readonly #slots: number;
  readonly #waiting: Waiting[] = [];
  /** The number of the last turn of each requester, the oldest first. */
  readonly #turns = new Map<string, number>();
  #turn = 0;
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
  makeUrgent(request: SlotRequest, requester: string): void {
    if (request.requester !== null) return;
    request.requester = requester;
    this.#startAll();
  }

  #startAll(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const { requester } = next.request;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#running += 1;
      if (requester !== null) {
        this.#runningAsUrgent += 1;
        this.#noteTurn(requester);
      }
      next.start(requester !== null);
    }
  }

  #noteTurn(requester: string): void {
    this.#turns.delete(requester);
    this.#turns.set(requester, ++this.#turn);
    const [oldest] = this.#turns.keys();
    if (this.#turns.size > REQUESTERS_MAX && oldest !== undefined) this.#turns.delete(oldest);
  }

  /** Urgent tasks first. */
  #next(): Waiting | undefined {
    const urgent = this.#runningAsUrgent < this.#slots ? this.#nextUrgent() : undefined;
    if (urgent !== undefined) return urgent;
    return this.#running < this.#slots ? this.#waiting.find(({ request }) => request.requester === null) : undefined;
  }

  /** The first task of the requester whose last turn was longest ago. */
  #nextUrgent(): Waiting | undefined {
    let next: Waiting | undefined;
    let turnOfNext = Number.POSITIVE_INFINITY;
    for (const waiting of this.#waiting) {
      const { requester } = waiting.request;
      const turn = requester === null ? Number.POSITIVE_INFINITY : (this.#turns.get(requester) ?? 0);
      if (turn < turnOfNext) [next, turnOfNext] = [waiting, turn];
    }
    return next;
  }
}
