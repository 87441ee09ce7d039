import { once } from "../lib/once.ts";
import type { RankingIndex } from "./ranking-index.ts";

/**
 * A number for each whole tag of an index, in arrays that all searches use. Clear it first, and do not hold it across
 * steps of a search: the next step may belong to another one.
 */
export class TagValues {
  readonly #from: number;
  readonly #values: Float64Array;
  /** For each tag, the number of the clearing after which its value was set. */
  readonly #set: Uint32Array;
  #clearings = 0;

  constructor({ sections }: RankingIndex) {
    this.#from = sections.tagTermsFrom[0] ?? 0;
    this.#values = new Float64Array(sections.tagNameEnds.length);
    this.#set = new Uint32Array(sections.tagNameEnds.length);
  }

  clear(): void {
    this.#clearings++;
    if (this.#clearings < CLEARINGS_MAX) return;
    this.#set.fill(0);
    this.#clearings = 1;
  }

  isTag(term: number): boolean {
    const at = term - this.#from;
    return at >= 0 && at < this.#set.length;
  }

  /** Whether the value of a tag was set. False for any other term. */
  has(tag: number): boolean {
    return this.#set[tag - this.#from] === this.#clearings;
  }

  /** Returns the value of a tag; NaN if it was not set. */
  get(tag: number): number {
    const at = tag - this.#from;
    return this.#set[at] === this.#clearings ? (this.#values[at] ?? Number.NaN) : Number.NaN;
  }

  set(tag: number, value: number): void {
    const at = tag - this.#from;
    this.#set[at] = this.#clearings;
    this.#values[at] = value;
  }
}

const CLEARINGS_MAX = 2 ** 32 - 1;

/** Returns the cleared values of an index. */
export function clearedTagValues(index: RankingIndex): TagValues {
  const values = valuesOf().get(index) ?? new TagValues(index);
  valuesOf().set(index, values);
  values.clear();
  return values;
}

const valuesOf = once(() => new WeakMap<RankingIndex, TagValues>());
