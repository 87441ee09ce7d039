/** A wait for a place; one that became urgent while it waits goes before those that are not. */
export interface Turn {
  isUrgent: boolean;
}

/** Lets so many pieces of work run at once. What is urgent goes first, then what came first. */
export class TurnGate {
  readonly #waiting: { readonly turn: Turn; readonly begin: () => void }[] = [];
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  async through<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((begin) => void this.#waiting.push({ turn, begin }));
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #next(): void {
    const urgent = this.#waiting.findIndex(({ turn }) => turn.isUrgent);
    const [next] = this.#waiting.splice(Math.max(0, urgent), 1);
    if (next === undefined) this.#free += 1;
    else next.begin();
  }
}
