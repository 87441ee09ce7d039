/** Limits how many tasks run at the same time, in total and per owner, so that one owner cannot block the others. */
export class KeyedSlots {
  readonly #taken = new Map<string, number>();
  readonly #inAllMax: number;
  readonly #perOwnerMax: number;
  #inAll = 0;

  constructor(bounds: { readonly inAllMax: number; readonly perOwnerMax: number }) {
    this.#inAllMax = bounds.inAllMax;
    this.#perOwnerMax = bounds.perOwnerMax;
  }

  /** Takes a slot and returns the function that releases it. Null if no slot is free. */
  take(ownerId: string): (() => void) | null {
    const taken = this.#taken.get(ownerId) ?? 0;
    if (this.#inAll >= this.#inAllMax || taken >= this.#perOwnerMax) return null;
    this.#inAll += 1;
    this.#taken.set(ownerId, taken + 1);
    return () => this.#release(ownerId);
  }

  #release(ownerId: string): void {
    this.#inAll -= 1;
    const left = (this.#taken.get(ownerId) ?? 1) - 1;
    if (left === 0) this.#taken.delete(ownerId);
    else this.#taken.set(ownerId, left);
  }
}
