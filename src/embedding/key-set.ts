import type { WordsKey } from "./store.ts";

const ROOM_FIRST = 1_024;

/**
 * A set of keys by their first eight bytes: eight megabytes for a million. Two keys with equal first bytes count as
 * one, which happens once in ten billion songs.
 */
export class KeySet {
  #begins = new BigUint64Array(ROOM_FIRST);
  #count = 0;
  #isSorted = true;

  add(key: WordsKey): void {
    if (this.#count === this.#begins.length) {
      const wider = new BigUint64Array(this.#count * 2);
      wider.set(this.#begins);
      this.#begins = wider;
    }
    this.#begins[this.#count] = key.readBigUInt64BE();
    this.#count += 1;
    this.#isSorted = false;
  }

  has(key: WordsKey): boolean {
    if (!this.#isSorted) {
      this.#begins.subarray(0, this.#count).sort();
      this.#isSorted = true;
    }
    const sought = key.readBigUInt64BE();
    let [from, to] = [0, this.#count];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#begins[middle] ?? 0n) < sought) from = middle + 1;
      else to = middle;
    }
    return from < this.#count && this.#begins[from] === sought;
  }
}
