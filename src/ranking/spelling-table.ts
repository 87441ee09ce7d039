/**
 * Maximum number of spellings. A full table is cleared: results stay the same, but each spelling has to be looked up
 * again.
 */
const REMEMBERED_MAX = 500_000;
/** Slots. The table starts small and grows, because a table that fits the processor's cache is several times as fast. */
const SIZE_MIN = 1 << 14;
const SIZE_MAX = 1 << 20;

/** A slot has two hashes, the value + 1 (0 if free) and one word of padding, so that it stays within one cache line. */
const SLOT = 4;

/**
 * Caches a value for each spelling, without creating a string for a known word: a million songs have fifty million
 * words, almost all of them known. Spellings are compared by 64 bits of hash only. Among 500,000 spellings, a collision
 * is expected once in a hundred million catalogs.
 */
export class SpellingTable {
  #size = SIZE_MIN;
  #slots = new Uint32Array(SIZE_MIN * SLOT);
  #remembered = 0;

  /**
   * Returns the value of the word from `start` to before `end` of a text. Calls `find` if the table does not have its
   * spelling.
   */
  get(text: string, start: number, end: number, find: (word: string) => number): number {
    const slots = this.#slots;
    let first = 0x811c9dc5;
    let second = end - start;
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at);
      first = Math.imul(first ^ code, 0x01000193);
      second = Math.imul(second + code, 0x85ebca6b) ^ (second >>> 13);
    }
    first >>>= 0;
    second >>>= 0;
    const mask = this.#size - 1;
    let slot = homeOf(first) & mask;
    for (;;) {
      const place = slot * SLOT;
      const value = slots[place + 2] ?? 0;
      if (value === 0) return this.#learn(text.slice(start, end), place, first, second, find);
      if (slots[place] === first && slots[place + 1] === second) return value - 1;
      slot = (slot + 1) & mask;
    }
  }

  #learn(word: string, place: number, first: number, second: number, find: (word: string) => number): number {
    const value = find(word);
    if (this.#remembered === REMEMBERED_MAX) {
      this.#slots.fill(0);
      this.#remembered = 0;
      return value;
    }
    this.#remembered++;
    this.#slots[place] = first;
    this.#slots[place + 1] = second;
    this.#slots[place + 2] = value + 1;
    if (this.#remembered * 2 > this.#size && this.#size < SIZE_MAX) this.#grow();
    return value;
  }

  #grow(): void {
    const former = this.#slots;
    this.#size *= 4;
    this.#slots = new Uint32Array(this.#size * SLOT);
    const mask = this.#size - 1;
    for (let from = 0; from < former.length; from += SLOT) {
      if (former[from + 2] === 0) continue;
      let slot = homeOf(former[from] ?? 0) & mask;
      while (this.#slots[slot * SLOT + 2] !== 0) slot = (slot + 1) & mask;
      for (let part = 0; part < SLOT; part++) this.#slots[slot * SLOT + part] = former[from + part] ?? 0;
    }
  }
}

function homeOf(first: number): number {
  return first ^ (first >>> 15);
}
