import type { Origin } from "./origin.ts";

/** The origins of staged songs by ordinal. Eight bytes per song, because a dump can have millions. */
export class OriginTable {
  #lines = new Uint32Array(1_024);
  #files = new Uint32Array(1_024);
  readonly #names: string[] = [];

  set(ordinal: number, { file, line }: Origin): void {
    if (ordinal >= this.#lines.length) {
      const length = Math.max(ordinal + 1, this.#lines.length * 2);
      this.#lines = grown(this.#lines, length);
      this.#files = grown(this.#files, length);
    }
    // Songs come file by file, so a comparison with the last name is enough to store a dump's name once.
    if (this.#names.at(-1) !== file) this.#names.push(file);
    this.#lines[ordinal] = line;
    this.#files[ordinal] = this.#names.length - 1;
  }

  /** The origin of a song that was set. */
  get(ordinal: number): Origin {
    return { file: this.#names[this.#files[ordinal] ?? 0] ?? "", line: this.#lines[ordinal] ?? 0 };
  }
}

function grown(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(numbers);
  return larger;
}
