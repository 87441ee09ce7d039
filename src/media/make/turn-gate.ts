/** A wait for a slot; `TurnGate.hurry` makes it urgent. */
export interface Turn {
  isUrgent: boolean;
}

interface Waiting {
  readonly turn: Turn;
  readonly begin: (asUrgent: boolean) => void;
}

/**
 * Limits how many tasks run at once. Urgent tasks have their own `slots`, so they wait for other urgent tasks only.
 * Background tasks begin while fewer than `slots` tasks of any kind run.
 */
export class TurnGate {
  readonly #slots: number;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #runningAsUrgent = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  async through<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    const begun = Promise.withResolvers<boolean>();
    this.#waiting.push({ turn, begin: begun.resolve });
    this.#beginAll();
    const asUrgent = await begun.promise;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (asUrgent) this.#runningAsUrgent -= 1;
      this.#beginAll();
    }
  }

  /** Makes a turn urgent. A running task keeps its slot. */
  hurry(turn: Turn): void {
    if (turn.isUrgent) return;
    turn.isUrgent = true;
    this.#beginAll();
  }

  #beginAll(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const { isUrgent } = next.turn;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#running += 1;
      if (isUrgent) this.#runningAsUrgent += 1;
      next.begin(isUrgent);
    }
  }

  /** Urgent tasks first, then in the order of arrival. */
  #next(): Waiting | undefined {
    const urgent = this.#runningAsUrgent < this.#slots ? this.#waiting.find(({ turn }) => turn.isUrgent) : undefined;
    if (urgent !== undefined) return urgent;
    return this.#running < this.#slots ? this.#waiting.find(({ turn }) => !turn.isUrgent) : undefined;
  }
}
