const CHUNK_BITS = 18;
const CHUNK_SIZE = 1 << CHUNK_BITS;

type Numbers = Uint8Array | Uint32Array | Float32Array;

/**
 * A list of numbers that grows in chunks, without copies and without an object per entry. `at` returns 0 beyond the
 * end.
 */
export class NumberList<Chunk extends Numbers> {
  readonly #make: (length: number) => Chunk;
  #chunks: Chunk[] = [];
  #last: Chunk;
  #fill = 0;
  length = 0;

  constructor(make: (length: number) => Chunk) {
    this.#make = make;
    this.#last = make(CHUNK_SIZE);
    this.#chunks.push(this.#last);
  }

  push(value: number): void {
    if (this.#fill === CHUNK_SIZE) {
      this.#last = this.#make(CHUNK_SIZE);
      this.#chunks.push(this.#last);
      this.#fill = 0;
    }
    this.#last[this.#fill++] = value;
    this.length++;
  }

  at(index: number): number {
    return this.#chunks[index >>> CHUNK_BITS]?.[index & (CHUNK_SIZE - 1)] ?? 0;
  }

  /** Frees the memory. */
  clear(): void {
    this.#chunks = [];
    this.#last = this.#make(0);
    this.length = 0;
  }
}

export const uint8List = (): NumberList<Uint8Array> => new NumberList((length) => new Uint8Array(length));
export const uint32List = (): NumberList<Uint32Array> => new NumberList((length) => new Uint32Array(length));

export const float32List = (): NumberList<Float32Array> => new NumberList((length) => new Float32Array(length));

/**
 * Returns the array, or a copy of at least twice the length if it has no room for `needed` entries. For lists that are
 * updated in place.
 */
export function withCapacity(array: Uint32Array<ArrayBuffer>, needed: number): Uint32Array<ArrayBuffer> {
  if (needed <= array.length) return array;
  const larger = new Uint32Array(Math.max(needed, array.length * 2));
  larger.set(array);
  return larger;
}
