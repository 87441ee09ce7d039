/** A message names so many files. */
const NAMED_MAX = 5;

/** Counts files with a problem, and keeps the first for a message. */
export class FileList {
  #files = 0;
  readonly #first: string[] = [];

  get files(): number {
    return this.#files;
  }

  /** The first files, each with its problem: `3f….wav (missing)`. */
  get first(): readonly string[] {
    return this.#first;
  }

  add(name: string, problem: string): void {
    this.#files += 1;
    if (this.#first.length < NAMED_MAX) this.#first.push(`${name} (${problem})`);
  }
}
