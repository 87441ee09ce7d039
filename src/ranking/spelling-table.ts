/**
 * Maximum number of spellings. A full table is cleared: results stay the same, but each spelling has to be looked up
 * again.
 */
const REMEMBERED_MAX = 500_000;
const TABLE_SIZE = 1 << 20;

/** A slot has two hashes, the value + 1 (0 if free) and one word of padding, so that it stays within one cache line. */
const SLOT = 4;

/**
 * Caches a value for each spelling, without creating a string for a known word: a million songs have fifty million
 * words, almost all of them known. Spellings are compared by 64 bits of hash only. Among 500,000 spellings, a collision
 * is expected once in a hundred million catalogs.
 */
export class SpellingTable {
  readonly #slots = new Uint32Array(TABLE_SIZE * SLOT);
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
    let slot = (first ^ (first >>> 15)) & (TABLE_SIZE - 1);
    for (;;) {
      const place = slot * SLOT;
      const value = slots[place + 2] ?? 0;
      if (value === 0) return this.#learn(text.slice(start, end), place, first, second, find);
      if (slots[place] === first && slots[place + 1] === second) return value - 1;
      slot = (slot + 1) & (TABLE_SIZE - 1);
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
    return value;
  }
}
