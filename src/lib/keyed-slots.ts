/** Limits how many tasks run at the same time, in total and per owner, so that one owner cannot block the others. */
export class KeyedSlots {
  readonly #taken = new Map<string, number>();
  readonly #totalMax: number;
  readonly #perOwnerMax: number;
  #total = 0;

  constructor(bounds: { readonly totalMax: number; readonly perOwnerMax: number }) {
    this.#totalMax = bounds.totalMax;
    this.#perOwnerMax = bounds.perOwnerMax;
  }

  /** Takes a slot and returns the function that releases it. Null if no slot is free. */
  take(ownerId: string): (() => void) | null {
    const taken = this.#taken.get(ownerId) ?? 0;
    if (this.#total >= this.#totalMax || taken >= this.#perOwnerMax) return null;
    this.#total += 1;
    this.#taken.set(ownerId, taken + 1);
    return () => this.#release(ownerId);
  }

  #release(ownerId: string): void {
    this.#total -= 1;
    const left = (this.#taken.get(ownerId) ?? 1) - 1;
    if (left === 0) this.#taken.delete(ownerId);
    else this.#taken.set(ownerId, left);
  }
}
