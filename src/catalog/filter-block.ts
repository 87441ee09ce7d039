import { assert } from "../lib/assert.ts";

/**
 * Ordinals per block. The songs of a filter term are stored in blocks of two-byte offsets. The terms of a million songs
 * take 30 MB, and filters are combined as bit sets of 8 KB.
 */
export const BLOCK_SONGS = 65_536;
/** Maximum number of blocks: 268 million songs. */
export const BLOCKS_MAX = 4_096;

/** Returns the key of a block of a term. The keys of one term are consecutive. */
export function blockKey(termId: number, block: number): number {
  assert(block < BLOCKS_MAX, "a catalog has at most 2^28 songs");
  return termId * BLOCKS_MAX + block;
}

export function blockOf(ordinal: number): number {
  return Math.floor(ordinal / BLOCK_SONGS);
}

/** Encodes as little-endian on every machine, because a catalog can be moved to another one. */
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

  intersect(others: BlockSet): void {
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
