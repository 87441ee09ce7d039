import { assert } from "../lib/assert.ts";

/**
 * The songs that have a filter term, 65,536 ordinals to a block: what is stored of one is its offset in the
 * block, two bytes. So the terms of a million songs take 30 MB, and several filters are joined by bit sets of 8 KB.
 */
export const BLOCK_SONGS = 65_536;
/** Blocks that a term may have: 268 million songs. */
export const BLOCKS_MAX = 4_096;

/** The key under which the block of a term is stored; those of one term follow each other. */
export function blockKey(termId: number, block: number): number {
  assert(block < BLOCKS_MAX, "a catalog has at most 2^28 songs");
  return termId * BLOCKS_MAX + block;
}

export function blockOf(ordinal: number): number {
  return Math.floor(ordinal / BLOCK_SONGS);
}

/** Little-endian on every machine, because a catalog may be carried to another one. */
export function encodeOffsets(offsets: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(offsets.length * 2);
  for (let at = 0; at < offsets.length; at++) {
    const offset = offsets[at] ?? 0;
    bytes[at * 2] = offset & 0xff;
    bytes[at * 2 + 1] = offset >> 8;
  }
  return bytes;
}

/** The songs of one block as a bit set. */
export class BlockSet {
  readonly #bits = new Uint32Array(BLOCK_SONGS / 32);

  addAll(encoded: Uint8Array): void {
    for (let at = 0; at + 1 < encoded.length; at += 2) {
      const offset = (encoded[at] ?? 0) | ((encoded[at + 1] ?? 0) << 8);
      this.#bits[offset >> 5] = (this.#bits[offset >> 5] ?? 0) | (1 << (offset & 31));
    }
  }

  keepOnly(others: BlockSet): void {
    for (let at = 0; at < this.#bits.length; at++) this.#bits[at] = (this.#bits[at] ?? 0) & (others.#bits[at] ?? 0);
  }

  /** The offsets in the set, ascending. */
  *offsets(): Generator<number> {
    for (let at = 0; at < this.#bits.length; at++) {
      for (let word = this.#bits[at] ?? 0; word !== 0; word &= word - 1) {
        yield at * 32 + 31 - Math.clz32(word & -word);
      }
    }
  }
}
