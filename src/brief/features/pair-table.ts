const SLOTS_MIN = 1_024;
const ABSENT = -1;

/**
 * A map from pairs of numbers to numbers, all from 0 to 2^31 - 1. A `Map` needs a string or a heap number for a pair; this
 * one (open addressing, linear probing) reads one or two lines of the processor's cache.
 */
export class PairTable {
  /** For each slot: both numbers of the pair, and the value. */
  #slots = new Int32Array(3 * SLOTS_MIN).fill(ABSENT);
  #count = 0;

  /** Returns the value of a pair, or -1. */
  get(first: number, second: number): number {
    return this.#slots[this.#slotOf(first, second) + 2] ?? ABSENT;
  }

  set(first: number, second: number, value: number): void {
    if (2 * this.#count >= this.#slots.length / 3) this.#grow();
    const slot = this.#slotOf(first, second);
    if (this.#slots[slot] === ABSENT) this.#count++;
    this.#slots[slot] = first;
    this.#slots[slot + 1] = second;
    this.#slots[slot + 2] = value;
  }

  /** Returns the slot of a pair, or the empty one for it. At most half of the slots are taken, so there is one. */
  #slotOf(first: number, second: number): number {
    const slots = this.#slots;
    const last = slots.length / 3 - 1;
    let at = hashOf(first, second) & last;
    for (;;) {
      const slot = 3 * at;
      if (slots[slot] === ABSENT || (slots[slot] === first && slots[slot + 1] === second)) return slot;
      at = (at + 1) & last;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(2 * old.length).fill(ABSENT);
    this.#count = 0;
    for (let slot = 0; slot < old.length; slot += 3)
      if (old[slot] !== ABSENT) this.set(old[slot] ?? 0, old[slot + 1] ?? 0, old[slot + 2] ?? 0);
  }
}

/** Mixes both numbers (the finaliser of MurmurHash3, Appleby 2011). */
function hashOf(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ second;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
