import { fold, withoutApostrophes } from "../../text/words.ts";

const SPACE = 32;
const FIRST_BYTES = 64 * 1024;

/** Returns the words of a title in the form in which titles are found and sorted: "Don't Look (Élan)" is `dont look elan`. */
export function titleWords(title: string): readonly string[] {
  return fold(title)
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .map(withoutApostrophes)
    .filter((word) => word !== "");
}

/**
 * The folded titles of all songs in one buffer, each word after a space. A search for a word is a native search of bytes. The
 * titles of a million songs take about 25 MB.
 */
export class TitleText {
  #bytes = Buffer.alloc(FIRST_BYTES);
  #fill = 0;
  /** The end of each song's title, by ordinal. Ordinals without a song have empty titles. */
  readonly #ends: Uint32Array;
  #next = 0;

  constructor(size: number) {
    this.#ends = new Uint32Array(size);
  }

  /** Adds a title. Call it with ascending ordinals. */
  add(ordinal: number, title: string): void {
    for (; this.#next < ordinal; this.#next++) this.#ends[this.#next] = this.#fill;
    const text = titleWords(title)
      .map((word) => ` ${word}`)
      .join("");
    const needed = this.#fill + text.length * 3;
    if (needed > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#fill));
      this.#bytes = larger;
    }
    this.#fill += this.#bytes.write(text, this.#fill);
    this.#ends[this.#next++] = this.#fill;
  }

  /** Yields the ordinals of the titles with a word that begins with `word`, ascending, each once. */
  *withWord(word: string): Generator<number> {
    const text = this.#bytes.subarray(0, this.#fill);
    const sought = Buffer.from(` ${word}`);
    for (let at = text.indexOf(sought); at >= 0;) {
      const ordinal = this.#ordinalAt(at);
      yield ordinal;
      const end = this.#ends[ordinal] ?? this.#fill;
      at = end < text.length ? text.indexOf(sought, end) : -1;
    }
  }

  /** Compares titles by their bytes. A space sorts before all letters, so "Glass" comes before "Glass Harbour". */
  compare(a: number, b: number): number {
    const [aStart, aEnd] = this.#rangeOf(a);
    const [bStart, bEnd] = this.#rangeOf(b);
    return this.#bytes.compare(this.#bytes, bStart, bEnd, aStart, aEnd);
  }

  /** Whether the title has a word. Titles of punctuation alone have none. */
  hasWords(ordinal: number): boolean {
    const [start, end] = this.#rangeOf(ordinal);
    return end > start && this.#bytes[start] === SPACE;
  }

  #rangeOf(ordinal: number): readonly [start: number, end: number] {
    return [ordinal === 0 ? 0 : (this.#ends[ordinal - 1] ?? 0), this.#ends[ordinal] ?? 0];
  }

  /** Returns the song whose title has the byte at `position`. */
  #ordinalAt(position: number): number {
    let low = 0;
    let high = this.#next - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ends[middle] ?? 0) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
