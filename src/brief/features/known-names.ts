import { type TextFeature, type FeatureNames, UNKNOWN } from "./feature-names.ts";
import { PairTable } from "./pair-table.ts";

/**
 * The names of a model's features. A name can be put together from its beginning and its last word, or from its first
 * word and the rest; anything else is unknown.
 */
export class KnownNames implements FeatureNames {
  readonly #words = new Map<string, TextFeature>();
  readonly #pairs = new PairTable();
  readonly #asked = new Map<string, TextFeature>();
  readonly #rows: Int32Array;
  /** The number of features. */
  readonly size: number;
  #count = 0;

  /** Numbers the names. The place of a name in the list is its row in the model. */
  constructor(names: readonly string[]) {
    const features = names.map((name) => this.#learn(name.split(" ")));
    this.size = names.length;
    this.#rows = new Int32Array(this.#count).fill(UNKNOWN);
    for (const [row, feature] of features.entries()) this.#rows[feature] = row;
  }

  of(name: string): TextFeature {
    const asked = this.#asked.get(name);
    if (asked !== undefined) return asked;
    const feature = name
      .split(" ")
      .map((word) => this.word(word))
      .reduce((first, word) => this.join(first, word));
    this.#asked.set(name, feature);
    return feature;
  }

  word(word: string): TextFeature {
    return this.#words.get(word) ?? UNKNOWN;
  }

  join(first: TextFeature, second: TextFeature): TextFeature {
    return first === UNKNOWN || second === UNKNOWN ? UNKNOWN : this.#pairs.get(first, second);
  }

  /** Returns the row of a feature; UNKNOWN for one that is only a part of names. */
  row(feature: TextFeature): number {
    return feature === UNKNOWN ? UNKNOWN : (this.#rows[feature] ?? UNKNOWN);
  }

  #learn(words: readonly string[]): TextFeature {
    const whole = this.#chain(words);
    if (words.length > 2) this.#pairs.set(this.#chain(words.slice(0, 1)), this.#chain(words.slice(1)), whole);
    return whole;
  }

  /** Returns the number of consecutive words of a name, and numbers them and their beginnings if they are new. */
  #chain(words: readonly string[]): TextFeature {
    let chain = UNKNOWN;
    for (const text of words) {
      const word = this.#words.get(text) ?? this.#new();
      this.#words.set(text, word);
      if (chain === UNKNOWN) {
        chain = word;
        continue;
      }
      const known = this.#pairs.get(chain, word);
      const joined: TextFeature = known === UNKNOWN ? this.#new() : known;
      if (known === UNKNOWN) this.#pairs.set(chain, word, joined);
      chain = joined;
    }
    return chain;
  }

  #new(): TextFeature {
    return this.#count++;
  }
}
