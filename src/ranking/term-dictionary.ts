import { stem } from "../text/stem.ts";
import { tagKey } from "../text/keys.ts";
import { withCapacity } from "./growable.ts";
import { tagTerm, wordTerm } from "./packed-format.ts";
import { SpellingTable } from "./spelling-table.ts";

/** Frequent words that descriptions and lyrics leave out; titles and artists keep them. */
export const UNINDEXED_WORDS: ReadonlySet<string> = new Set(
  (
    "a about all am an and are as at be been but by can could d did do dont for from had has have he her him his how i if im in into " +
    "is it its ive just ll me my no not of on or our out re s she so t than that the their them then there these they this to too up " +
    "us was we were what when where which while who will with would you your youre"
  ).split(" "),
);

/** The result for a word that running text leaves out. */
export const UNINDEXED = 0xffff_ffff;

/** Numbers terms in order of appearance, and caches the term of each spelling. */
export class TermDictionary {
  readonly terms: string[] = [];
  /** For each term, the number of songs that have it. */
  frequency = new Uint32Array(1024);
  readonly #numbers = new Map<string, number>();
  readonly #tags = new Map<string, { readonly number: number; count: number }>();
  readonly #words = new SpellingTable();
  readonly #runningWords = new SpellingTable();
  readonly #findWord = (word: string): number => this.number(wordTerm(stem(word)));
  readonly #findRunningWord = (word: string): number => (UNINDEXED_WORDS.has(word) ? UNINDEXED : this.#findWord(word));

  /** Returns the term of a folded word in a title, a name or a tag. */
  wordAt(text: string, start: number, end: number): number {
    return this.#words.get(text, start, end, this.#findWord);
  }

  /** The same for descriptions and lyrics, which leave out frequent words. */
  runningWordAt(text: string, start: number, end: number): number {
    return this.#runningWords.get(text, start, end, this.#findRunningWord);
  }

  /** Returns the term of a tag as the catalog writes it; -1 for a tag without letters and digits. */
  tag(tag: string): number {
    const known = this.#tags.get(tag);
    if (known !== undefined) {
      known.count++;
      return known.number;
    }
    const key = tagKey(tag);
    const number = key === "" ? -1 : this.number(tagTerm(key));
    this.#tags.set(tag, { number, count: 1 });
    return number;
  }

  number(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.terms.length;
    this.terms.push(term);
    this.#numbers.set(term, number);
    this.frequency = withCapacity(this.frequency, this.terms.length);
    return number;
  }

  /** Returns each tag's most frequent spelling by its term. Ties go to the first spelling by code units. */
  tagNames(): Map<number, string> {
    const names = new Map<number, string>();
    const counts = new Map<number, number>();
    for (const [name, { number, count }] of this.#tags) {
      const most = counts.get(number) ?? 0;
      const former = names.get(number);
      if (number < 0 || count < most || (count === most && former !== undefined && former <= name)) continue;
      names.set(number, name);
      counts.set(number, count);
    }
    return names;
  }

  /** Frees all but `terms` and `frequency` after the last song. */
  forgetSpellings(): void {
    this.#numbers.clear();
    this.#tags.clear();
  }
}
