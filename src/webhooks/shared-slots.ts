/**
 * Slots that API keys share. A key can hold as many as are free: one key alone gets half of them, and every other key
 * still finds one ("dynamic thresholds", Choudhury and Hahne, IEEE/ACM Transactions on Networking 6 (2), 1998).
 */
export class SharedSlots {
  readonly #held = new Map<string, number>();
  #free: number;

  constructor(slots: number) {
    this.#free = slots;
  }

  hasSlotFor(keyId: string): boolean {
    return (this.#held.get(keyId) ?? 0) < this.#free;
  }

  /** Takes a slot. Call the returned function to release it. */
  acquire(keyId: string): () => void {
    this.#add(keyId, 1);
    return () => this.#add(keyId, -1);
  }

  #add(keyId: string, count: 1 | -1): void {
    const held = (this.#held.get(keyId) ?? 0) + count;
    if (held === 0) this.#held.delete(keyId);
    else this.#held.set(keyId, held);
    this.#free -= count;
  }
}
