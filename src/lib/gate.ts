/** Limits how many tasks run at the same time. Further tasks wait in the order of their arrival. */
export class Gate {
  readonly #waiting: (() => void)[] = [];
  #freeSlots: number;

  constructor(slots: number) {
    this.#freeSlots = slots;
  }

  async through<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#freeSlots > 0) this.#freeSlots--;
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#freeSlots++;
      else next();
    }
  }
}
