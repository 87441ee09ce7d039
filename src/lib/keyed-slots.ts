/**
 * Limits how many tasks run at the same time, in total and per owner, so that one owner cannot block the others. The last
 * `reserved` slots of the total are for owners without a task, so that a few owners cannot block the others either.
 */
export class KeyedSlots {
  readonly #taken = new Map<string, number>();
  readonly #totalMax: number;
  readonly #perOwnerMax: number;
  readonly #reserved: number;
  #total = 0;

  constructor(bounds: { readonly totalMax: number; readonly perOwnerMax: number; readonly reserved?: number }) {
    this.#totalMax = bounds.totalMax;
    this.#perOwnerMax = bounds.perOwnerMax;
    this.#reserved = bounds.reserved ?? 0;
  }

  /** Takes a slot and returns the function that releases it. Null if no slot is free. */
  take(ownerId: string): (() => void) | null {
    const taken = this.#taken.get(ownerId) ?? 0;
    const totalMax = taken === 0 ? this.#totalMax : this.#totalMax - this.#reserved;
    if (this.#total >= totalMax || taken >= this.#perOwnerMax) return null;
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
