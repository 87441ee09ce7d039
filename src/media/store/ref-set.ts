const SLOTS_MIN = 1 << 12;
const WORD_BITS = 32n;

/**
 * A set of texts that keeps 64 bits of each, for millions of them in little memory (16 bytes each at the most). That two
 * of ten million texts look alike has a chance of one in 300,000; then one is taken for being there that is not.
 */
export class RefSet {
  #slots = new Uint32Array(SLOTS_MIN * 2);
  #size = 0;

  add(text: string): void {
    if (this.#size * 2 >= this.#slots.length / 2) this.#grow();
    this.#put(...wordsOf(text));
  }

  has(text: string): boolean {
    const [high, low] = wordsOf(text);
    const at = this.#find(high, low);
    return this.#slots[at] === high && this.#slots[at + 1] === low;
  }

  /** Where the two words are, or the empty slot where they would be. */
  #find(high: number, low: number): number {
    const mask = this.#slots.length - 1;
    let at = (low * 2) & mask;
    for (;;) {
      const [foundHigh, foundLow] = [this.#slots[at], this.#slots[at + 1]];
      if ((foundHigh === high && foundLow === low) || (foundHigh === 0 && foundLow === 0)) return at;
      at = (at + 2) & mask;
    }
  }

  #put(high: number, low: number): void {
    const at = this.#find(high, low);
    if (this.#slots[at] === high && this.#slots[at + 1] === low) return;
    this.#slots[at] = high;
    this.#slots[at + 1] = low;
    this.#size += 1;
  }

  #grow(): void {
    const former = this.#slots;
    this.#slots = new Uint32Array(former.length * 2);
    this.#size = 0;
    for (let at = 0; at < former.length; at += 2) {
      const [high = 0, low = 0] = [former[at], former[at + 1]];
      if (high !== 0 || low !== 0) this.#put(high, low);
    }
  }
}

/** Never two zeros, which mean an empty slot. */
function wordsOf(text: string): [number, number] {
  const hash = Bun.hash(text);
  return [Number(hash >> WORD_BITS) >>> 0 || 1, Number(hash & 0xffffffffn)];
}
