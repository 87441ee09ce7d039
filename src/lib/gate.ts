/** A wait for a slot; it may become urgent while it waits. */
export interface Turn {
  isUrgent: boolean;
}

/** Runs a limited number of tasks at once. The others wait: urgent ones first, then in the order in which they came. */
export class Gate {
  readonly #waiting: { readonly turn: Turn; readonly begin: () => void }[] = [];
  #free: number;

  constructor(slots: number) {
    this.#free = slots;
  }

  async through<Result>(work: () => Promise<Result>, turn: Turn = { isUrgent: false }): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((begin) => void this.#waiting.push({ turn, begin }));
    try {
      return await work();
    } finally {
      const urgent = this.#waiting.findIndex((waiting) => waiting.turn.isUrgent);
      const [next] = this.#waiting.splice(Math.max(0, urgent), 1);
      if (next === undefined) this.#free += 1;
      else next.begin();
    }
  }
}
