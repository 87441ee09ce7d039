import { BLOCK_SONGS } from "../filter-block.ts";

/** A set of songs by ordinal, as bits. A million songs take 125 KB. */
export class SongSet {
  /** The last ordinal plus one. */
  readonly size: number;
  readonly #bits: Uint32Array;

  constructor(size: number) {
    this.size = size;
    this.#bits = new Uint32Array(Math.ceil(size / 32));
  }

  static of(size: number, ordinals: Iterable<number>): SongSet {
    const set = new SongSet(size);
    for (const ordinal of ordinals) set.add(ordinal);
    return set;
  }

  add(ordinal: number): void {
    const at = ordinal >>> 5;
    if (at < this.#bits.length) this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (ordinal & 31));
  }

  has(ordinal: number): boolean {
    return (((this.#bits[ordinal >>> 5] ?? 0) >>> (ordinal & 31)) & 1) === 1;
  }

  /** Adds the songs of a stored block (filter-block.ts). */
  addBlock(block: number, encoded: Uint8Array): void {
    const first = block * BLOCK_SONGS;
    for (let at = 0; at + 1 < encoded.length; at += 2) {
      this.add(first + ((encoded[at] ?? 0) | ((encoded[at + 1] ?? 0) << 8)));
    }
  }

  /** Returns how many songs of a stored block are in this set. */
  countBlock(block: number, encoded: Uint8Array): number {
    const first = block * BLOCK_SONGS;
    let count = 0;
    for (let at = 0; at + 1 < encoded.length; at += 2) {
      if (this.has(first + ((encoded[at] ?? 0) | ((encoded[at + 1] ?? 0) << 8)))) count++;
    }
    return count;
  }

  intersect(other: SongSet): void {
    for (let at = 0; at < this.#bits.length; at++) this.#bits[at] = (this.#bits[at] ?? 0) & (other.#bits[at] ?? 0);
  }

  remove(other: SongSet): void {
    for (let at = 0; at < this.#bits.length; at++) this.#bits[at] = (this.#bits[at] ?? 0) & ~(other.#bits[at] ?? 0);
  }

  copy(): SongSet {
    const copy = new SongSet(this.size);
    copy.#bits.set(this.#bits);
    return copy;
  }

  count(): number {
    let count = 0;
    for (const word of this.#bits) count += bitCount(word);
    return count;
  }

  /** Returns the ordinal of the song at a position from 0; null beyond the last one. */
  at(position: number): number | null {
    let before = 0;
    for (const [index, word] of this.#bits.entries()) {
      const count = bitCount(word);
      if (before + count <= position) {
        before += count;
        continue;
      }
      let rest = word;
      for (let skip = position - before; skip > 0; skip--) rest &= rest - 1;
      return index * 32 + 31 - Math.clz32(rest & -rest);
    }
    return null;
  }

  /** The ordinals from `from` on, ascending. */
  *ordinals(from = 0): Generator<number> {
    for (let at = from >>> 5; at < this.#bits.length; at++) {
      for (let word = this.#bits[at] ?? 0; word !== 0; word &= word - 1) {
        const ordinal = at * 32 + 31 - Math.clz32(word & -word);
        if (ordinal >= from) yield ordinal;
      }
    }
  }
}

/** Returns the number of bits that are 1 (Warren, Hacker's Delight, section 5-1). */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
