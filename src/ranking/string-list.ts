import { uint32List } from "./growable.ts";

const CHUNK_BYTES = 1 << 20;

/** A growing list of strings, stored as UTF-8 outside the heap so that the garbage collector never scans them. */
export class StringList {
  readonly #encoder = new TextEncoder();
  readonly #chunks: Uint8Array[] = [];
  readonly #chunkOf = uint32List();
  readonly #starts = uint32List();
  readonly #ends = uint32List();
  #last = new Uint8Array(0);
  #fill = 0;
  /** Total bytes of all strings. */
  byteLength = 0;

  get length(): number {
    return this.#ends.length;
  }

  push(text: string): void {
    if (this.#fill + text.length * 3 > this.#last.length) {
      this.#last = new Uint8Array(Math.max(CHUNK_BYTES, text.length * 3));
      this.#chunks.push(this.#last);
      this.#fill = 0;
    }
    const { written } = this.#encoder.encodeInto(text, this.#last.subarray(this.#fill));
    this.#chunkOf.push(this.#chunks.length - 1);
    this.#starts.push(this.#fill);
    this.#fill += written;
    this.#ends.push(this.#fill);
    this.byteLength += written;
  }

  /** Compares UTF-8 bytes, which is the order of code points. */
  compare(a: number, b: number): number {
    const left = this.#chunk(a);
    const right = this.#chunk(b);
    const leftStart = this.#starts.at(a);
    const rightStart = this.#starts.at(b);
    const leftLength = this.#ends.at(a) - leftStart;
    const rightLength = this.#ends.at(b) - rightStart;
    for (let at = 0; at < leftLength && at < rightLength; at++) {
      const difference = (left[leftStart + at] ?? 0) - (right[rightStart + at] ?? 0);
      if (difference !== 0) return difference;
    }
    return leftLength - rightLength;
  }

  /**
   * Writes a string's bytes at `offset` and returns their end. Copies byte by byte, because creating a view costs more
   * than copying a word.
   */
  copy(at: number, target: Uint8Array, offset: number): number {
    const chunk = this.#chunk(at);
    const start = this.#starts.at(at);
    const end = this.#ends.at(at);
    for (let from = start; from < end; from++) target[offset + from - start] = chunk[from] ?? 0;
    return offset + end - start;
  }

  #chunk(at: number): Uint8Array {
    return this.#chunks[this.#chunkOf.at(at)] ?? this.#last;
  }
}
