import { eachWord, type WordVisitor } from "../text/words.ts";
import { FIELD_WEIGHTS, occurrenceWeight } from "./field-weights.ts";
import { withCapacity } from "./growable.ts";
import { FIELD_BITS, type FieldName } from "./packed-format.ts";
import { type TermDictionary, UNINDEXED } from "./term-dictionary.ts";

/** Negations before a word of a tag or a description. */
const NEGATIONS: ReadonlySet<string> = new Set(["no", "non", "not", "without", "sans", "sin", "ohne", "senza", "sem"]);
const CODES = 128;
/** 1 for each length and first letter of a negation (`length * CODES + letter`): other words need no string to compare. */
const MAY_NEGATE = mayNegate();

/** The distinct terms of one song with their weight over all fields. One instance serves all songs in turn. */
export class SongTerms {
  readonly #dictionary: TermDictionary;
  /** For each term, its slot + 1, or 0 if the song does not have it. */
  #slots = new Uint32Array(1024);
  #words = new Uint32Array(1024);
  #wordCount = 0;
  readonly #terms: number[] = [];
  readonly #weights: number[] = [];
  readonly #fields: number[] = [];
  /** Whether the previous word negates the next one. */
  #negated = false;
  readonly #addWord = (text: string, start: number, end: number): void =>
    this.#keep(this.#dictionary.wordAt(text, start, end));
  readonly #addTagWord = (text: string, start: number, end: number): void => {
    if (!this.#isNegated(text, start, end)) this.#addWord(text, start, end);
  };
  readonly #addDescribingWord = (text: string, start: number, end: number): void => {
    if (!this.#isNegated(text, start, end)) this.#addRunningWord(text, start, end);
  };
  readonly #addRunningWord = (text: string, start: number, end: number): void => {
    const term = this.#dictionary.runningWordAt(text, start, end);
    if (term !== UNINDEXED) this.#keep(term);
  };

  /** Leaves negated words of tags and descriptions out: "no voice". In titles and lyrics they count. */
  readonly #visitors: Readonly<Record<FieldName, WordVisitor>> = {
    title: this.#addWord,
    artist: this.#addWord,
    tag: this.#addTagWord,
    description: this.#addDescribingWord,
    lyrics: this.#addRunningWord,
  };

  constructor(dictionary: TermDictionary) {
    this.#dictionary = dictionary;
  }

  /** Adds the texts of one field, which share its length. */
  add(field: FieldName, texts: readonly string[]): void {
    const visit = this.#visitors[field];
    for (const text of texts) {
      this.#negated = false;
      if (text !== "") eachWord(text, visit);
    }
    this.#weigh(occurrenceWeight(FIELD_WEIGHTS[field], this.#wordCount), FIELD_BITS[field]);
    this.#wordCount = 0;
  }

  /** Returns all terms and clears the buffer. */
  drain(visit: (term: number, weight: number, fields: number) => void): void {
    for (let slot = 0; slot < this.#terms.length; slot++) {
      const term = this.#terms[slot] ?? 0;
      this.#slots[term] = 0;
      visit(term, this.#weights[slot] ?? 0, this.#fields[slot] ?? 0);
    }
    this.#terms.length = 0;
  }

  #isNegated(text: string, start: number, end: number): boolean {
    const negated = this.#negated;
    const code = text.charCodeAt(start);
    const isPossible = code < CODES && MAY_NEGATE[(end - start) * CODES + code] === 1;
    this.#negated = isPossible && NEGATIONS.has(text.slice(start, end));
    return negated && !this.#negated;
  }

  #keep(term: number): void {
    this.#words = withCapacity(this.#words, this.#wordCount + 1);
    this.#words[this.#wordCount++] = term;
  }

  #weigh(weight: number, bit: number): void {
    this.#slots = withCapacity(this.#slots, this.#dictionary.terms.length);
    const slots = this.#slots;
    for (let at = 0; at < this.#wordCount; at++) {
      const term = this.#words[at] ?? 0;
      const slot = (slots[term] ?? 0) - 1;
      if (slot >= 0) {
        this.#weights[slot] = (this.#weights[slot] ?? 0) + weight;
        this.#fields[slot] = (this.#fields[slot] ?? 0) | bit;
        continue;
      }
      const fresh = this.#terms.length;
      slots[term] = fresh + 1;
      this.#terms.push(term);
      this.#weights[fresh] = weight;
      this.#fields[fresh] = bit;
    }
  }
}

function mayNegate(): Uint8Array {
  const longest = Math.max(...Array.from(NEGATIONS, (word) => word.length));
  const marks = new Uint8Array((longest + 1) * CODES);
  for (const word of NEGATIONS) marks[word.length * CODES + word.charCodeAt(0)] = 1;
  return marks;
}
