/** Lets so many pieces of work run at once; the others wait in their order. */
export class Gate {
  readonly #waiting: (() => void)[] = [];
  #places: number;

  constructor(places: number) {
    this.#places = places;
  }

  async through<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#places > 0) this.#places--;
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#places++;
      else next();
    }
  }
}
