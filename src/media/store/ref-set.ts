const SLOTS_MIN = 1 << 4;
/** Number of tables. Each grows separately, so no growth takes longer than a millisecond. */
const TABLES = 256;
const WORD_BITS = 32n;
const WORD_MASK = 0xffffffffn;

/**
 * A set of millions of texts. It stores only a 64-bit hash of each, in at most 32 bytes of memory. The probability of a collision
 * among ten million texts is one in 300,000; a collision makes `has` return true for a missing text.
 */
export class RefSet {
  readonly #tables = Array.from({ length: TABLES }, () => new Table());

  add(text: string): void {
    const [high, low] = wordsOf(text);
    this.#tables[high % TABLES]?.add(high, low);
  }

  has(text: string): boolean {
    const [high, low] = wordsOf(text);
    return this.#tables[high % TABLES]?.has(high, low) === true;
  }
}

/** A hash table with open addressing, at most half full. */
class Table {
  #slots = new Uint32Array(SLOTS_MIN * 2);
  #size = 0;

  add(high: number, low: number): void {
    if (this.#size * 2 >= this.#slots.length / 2) this.#grow();
    const at = this.#find(high, low);
    if (this.#slots[at] === high) return;
    this.#slots[at] = high;
    this.#slots[at + 1] = low;
    this.#size += 1;
  }

  has(high: number, low: number): boolean {
    return this.#slots[this.#find(high, low)] === high;
  }

  /** Returns the slot of the two words, or the empty slot for them. */
  #find(high: number, low: number): number {
    const mask = this.#slots.length - 1;
    let at = (low * 2) & mask;
    while (this.#slots[at] !== 0 && (this.#slots[at] !== high || this.#slots[at + 1] !== low)) at = (at + 2) & mask;
    return at;
  }

  #grow(): void {
    const former = this.#slots;
    this.#slots = new Uint32Array(former.length * 2);
    this.#size = 0;
    for (let at = 0; at < former.length; at += 2) {
      const [high = 0, low = 0] = [former[at], former[at + 1]];
      if (high !== 0) this.add(high, low);
    }
  }
}

/** Returns both halves of the hash. The first is never 0, because 0 marks an empty slot. */
function wordsOf(text: string): [number, number] {
  const hash = Bun.hash(text);
  return [Number(hash >> WORD_BITS) || 1, Number(hash & WORD_MASK)];
}
