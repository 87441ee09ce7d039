import { isCapitalAt } from "../text/capitals.ts";
import { isFunctionLexeme } from "../text/function-words.ts";
import { isNear, type Token } from "../text/tokens.ts";
import { claim, type Passage } from "./passage.ts";

const WORDS_MIN = 3;
const CAPITALISED = /^\p{Lu}\p{Ll}*$/u;

/**
 * Claims titles: three or more words with capitals inside a sentence, one of them grammar ("We Will Rock You", "The
 * Second Miss Ferrars"). A list of musical terms with capitals has no such word.
 */
export function claimTitles(passage: Passage): void {
  const { tokens } = passage;
  let from = 0;
  while (from < tokens.length) {
    let to = from;
    while (to < tokens.length && isCapitalised(passage, to) && (to === from || isNearAt(tokens, to))) to++;
    if (to - from >= WORDS_MIN && isTitle(passage, from, to)) claim(passage, "name", from, to);
    from = Math.max(to, from + 1);
  }
}

function isNearAt(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  return token !== undefined && isNear(token);
}

function isCapitalised({ text, tokens }: Passage, at: number): boolean {
  const token = tokens[at];
  return token !== undefined && isCapitalAt(text, token.start) && CAPITALISED.test(text.slice(token.start, token.end));
}

function isTitle(passage: Passage, from: number, to: number): boolean {
  const { tokens, languages } = passage;
  const inside = tokens.slice(from, to).filter(({ gap }) => gap !== "sentence");
  if (!inside.some(({ lexeme }) => isFunctionLexeme(lexeme, languages))) return false;
  const before = tokens[from - 1];
  const after = tokens[to];
  const follows = tokens[from]?.gap !== "sentence" && before !== undefined && !isCapitalised(passage, from - 1);
  const precedes = after !== undefined && isNear(after) && !isCapitalised(passage, to);
  return follows || precedes;
}
