/** Limits how much runs at once: in all, and for one owner, so that a single owner cannot keep the others out. */
export class KeyedSlots {
  readonly #taken = new Map<string, number>();
  readonly #inAllMax: number;
  readonly #perOwnerMax: number;
  #inAll = 0;

  constructor(bounds: { readonly inAllMax: number; readonly perOwnerMax: number }) {
    this.#inAllMax = bounds.inAllMax;
    this.#perOwnerMax = bounds.perOwnerMax;
  }

  /** Takes a place, and returns what gives it back; null when there is none. */
  take(ownerId: string): (() => void) | null {
    const taken = this.#taken.get(ownerId) ?? 0;
    if (this.#inAll >= this.#inAllMax || taken >= this.#perOwnerMax) return null;
    this.#inAll += 1;
    this.#taken.set(ownerId, taken + 1);
    return () => this.#giveBack(ownerId);
  }

  #giveBack(ownerId: string): void {
    this.#inAll -= 1;
    const left = (this.#taken.get(ownerId) ?? 1) - 1;
    if (left === 0) this.#taken.delete(ownerId);
    else this.#taken.set(ownerId, left);
  }
}
