import type { TextFeature, FeatureNames } from "../../src/brief/features/feature-names.ts";

/** Numbers every name that it is asked for: a model is fitted to the names of its features. */
export class OpenNames implements FeatureNames {
  readonly #numbers = new Map<string, TextFeature>();
  readonly #names: string[] = [];

  of(name: string): TextFeature {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }

  word(word: string): TextFeature {
    return this.of(word);
  }

  join(first: TextFeature, second: TextFeature): TextFeature {
    return this.of(`${this.nameOf(first)} ${this.nameOf(second)}`);
  }

  nameOf(feature: TextFeature): string {
    return this.#names[feature] ?? "";
  }
}
