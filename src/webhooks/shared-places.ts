/**
 * Places that API keys share. A key may hold as many as are left free, so one key alone gets half of them, and any other
 * key still finds a place: "dynamic thresholds" of Choudhury and Hahne, IEEE/ACM Transactions on Networking 6 (2), 1998.
 */
export class SharedPlaces {
  readonly #held = new Map<string, number>();
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  hasPlaceFor(keyId: string): boolean {
    return (this.#held.get(keyId) ?? 0) < this.#free;
  }

  /** Takes a place, and returns what gives it back. */
  take(keyId: string): () => void {
    this.#change(keyId, 1);
    return () => this.#change(keyId, -1);
  }

  #change(keyId: string, by: 1 | -1): void {
    const held = (this.#held.get(keyId) ?? 0) + by;
    if (held === 0) this.#held.delete(keyId);
    else this.#held.set(keyId, held);
    this.#free -= by;
  }
}
