import { once } from "../lib/once.ts";
import { stem } from "./stem.ts";

/** A folded word with its stem. All tokens of a word share one, so that what is known of the word is looked up once. */
export interface Lexeme {
  readonly word: string;
  readonly stem: string;
  /** Its place among the words that are remembered; -1 for one that is not. */
  readonly place: number;
  /** What is known of the word: a number for each fact, plus 1; 0 for a fact that was not looked up yet. */
  facts: Int32Array;
}

/** Words that are remembered. They are forgotten together when there are more. */
const LEXEMES_MAX = 8_192;

/** Longer words are hardly ever said again. Remembering one would keep a client's text in memory. */
const WORD_LENGTH_MAX = 40;

/** Facts that a new word has room for. There are about this many phrase tables and other facts. */
const FACTS = 48;

const known = once(() => ({ lexemes: new Map<string, Lexeme>(), facts: 0 }));

/** Returns the lexeme of a folded word. */
export function lexemeOf(word: string): Lexeme {
  const { lexemes } = known();
  const remembered = lexemes.get(word);
  if (remembered !== undefined) return remembered;
  const isRemembered = word.length <= WORD_LENGTH_MAX;
  if (isRemembered && lexemes.size >= LEXEMES_MAX) lexemes.clear();
  const place = isRemembered ? lexemes.size : -1;
  const lexeme = { word, stem: stem(word), place, facts: new Int32Array(FACTS) };
  if (isRemembered) lexemes.set(word, lexeme);
  return lexeme;
}

/**
 * Returns a function that remembers the answers of another with the words. An answer is a number from 0 up, such as a set
 * of languages or a place in a list. Call it once for each fact, and not for what is read again and again, because the
 * room for a fact is never given back.
 */
export function factOf(find: (word: string) => number): (lexeme: Lexeme) => number {
  const fact = known().facts++;
  return (lexeme) => {
    const remembered = lexeme.facts[fact] ?? 0;
    if (remembered > 0) return remembered - 1;
    const found = find(lexeme.word);
    if (fact >= lexeme.facts.length) lexeme.facts = enlarged(lexeme.facts, fact);
    lexeme.facts[fact] = found + 1;
    return found;
  };
}

function enlarged(facts: Int32Array, fact: number): Int32Array {
  const larger = new Int32Array(fact + FACTS);
  larger.set(facts);
  return larger;
}

/**
 * The same for answers that are no numbers, or that belong to something which can be replaced, such as a vocabulary: they
 * are kept with the function that is returned, by the places of the words. A word takes the place of a forgotten one.
 */
export function perLexeme<Answer extends object | number>(
  find: (lexeme: Lexeme) => Answer,
): (lexeme: Lexeme) => Answer {
  const answers: { readonly lexeme: Lexeme; readonly answer: Answer }[] = [];
  return (lexeme) => {
    const { place } = lexeme;
    if (place < 0) return find(lexeme);
    const remembered = answers[place];
    if (remembered !== undefined && remembered.lexeme === lexeme) return remembered.answer;
    const answer = find(lexeme);
    answers[place] = { lexeme, answer };
    return answer;
  };
}
