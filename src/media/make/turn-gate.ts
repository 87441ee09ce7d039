/** A wait for a place; `TurnGate.hurry` makes it urgent. */
export interface Turn {
  isUrgent: boolean;
}

interface Waiting {
  readonly turn: Turn;
  readonly begin: (asUrgent: boolean) => void;
}

/**
 * Limits how much work runs at once. Urgent work has `places` of its own, so it waits for other urgent work only. Other
 * work begins while fewer than `places` pieces of any kind run.
 */
export class TurnGate {
  readonly #places: number;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #runningAsUrgent = 0;

  constructor(places: number) {
    this.#places = places;
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

  /** Makes a turn urgent. Work that runs already keeps the place it has. */
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

  /** Urgent work first, then in the order of arrival. */
  #next(): Waiting | undefined {
    const urgent = this.#runningAsUrgent < this.#places ? this.#waiting.find(({ turn }) => turn.isUrgent) : undefined;
    if (urgent !== undefined) return urgent;
    return this.#running < this.#places ? this.#waiting.find(({ turn }) => !turn.isUrgent) : undefined;
  }
}
