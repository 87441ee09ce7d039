import type { Steps } from "../lib/steps.ts";
import { isCapitalAt } from "../text/capitals.ts";
import { isFunctionLexeme, isFunctionWord } from "../text/function-words.ts";
import { NO_LANGUAGE } from "../text/language-set.ts";
import { canBeMisspelt } from "./parts/part-shares.ts";
import { type PlacedCorrection, type Passage, passageOf } from "./passage.ts";
import type { Token } from "../text/tokens.ts";
import { isForeignPhrase } from "./unambiguous-phrases.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { languagesOf } from "./word-languages.ts";

/** Above this many unknown words we skip spelling correction: each costs a vocabulary scan. */
const TRIED_MAX = 48;

/** Words before a name, in lower case: "like metalica", "in the style of hans zimer". */
const BEFORE_NAMES =
  /(?<!\w)(?:like|by|la|(?:style|vein|spirit|manner|lines) of|similar to|reminiscent of|(?:inspired|influenced) by|feat|featuring|ft|vs|called|titled|named|artist|band|singer|composer|rapper|dj)$/u;
const NAME_WORDS_MAX = 4;
const JOINTS: ReadonlySet<string> = new Set(["and", "or", "meets", "the"]);
const ADDRESS_MAX = 60;

const QUOTED = /["“”„«‹][^"“”„»›]{1,120}["”“»›]|(?<!\w)'[^']{1,80}'(?!\w)/gu;
/** Addresses, handles and file names. */
const ADDRESS = /[@#]|:\/\/|www\.|\w\.\w/;

/**
 * Corrects spelling mistakes before anything else is read, so that "withuot vocls" becomes a constraint. It changes
 * only unknown words, and none that may be a name: capitals within a sentence, quotes, words after "like". A
 * sentence in another language stays as it is, because a mistake and a foreign word look the same.
 */
export function* correcting(passage: Passage, vocabulary: Vocabulary): Steps<Passage> {
  const unknownWords = unknownTokens(passage, vocabulary);
  if (unknownWords.length === 0) return passage;
  const quoted = [...passage.text.matchAll(QUOTED)];
  const isQuoted = (place: number): boolean =>
    quoted.some(({ index, 0: { length } }) => index <= place && place < index + length);
  const isShouted = passage.text === passage.text.toUpperCase();
  const corrections: PlacedCorrection[] = [];
  const unknown = new Set<string>();
  let text = "";
  let end = 0;
  for (const at of unknownWords.slice(0, TRIED_MAX)) {
    const token = passage.tokens[at];
    if (
      token === undefined ||
      isQuoted(token.start) ||
      isAddress(passage.text, token) ||
      isName(passage, at, isShouted)
    )
      continue;
    yield;
    const to = vocabulary.spelling().correction(token.word);
    if (to === null) {
      unknown.add(token.word);
      continue;
    }
    text += passage.text.slice(end, token.start);
    corrections.push({
      start: text.length,
      end: text.length + to.length,
      from: passage.text.slice(token.start, token.end),
      to,
    });
    text += to;
    end = token.end;
  }
  if (corrections.length === 0) return { ...passage, unknownWords: unknown };
  yield;
  return { ...passageOf(text + passage.text.slice(end)), corrections, unknownWords: unknown };
}

/** Returns the tokens that are not a word in any language of the passage, neither alone nor joined with a neighbour. */
function unknownTokens(passage: Passage, vocabulary: Vocabulary): number[] {
  const { tokens, text, lead, languages } = passage;
  const spelling = vocabulary.spelling();
  const means = (words: string): boolean => vocabulary.meaning(words, words) !== undefined;
  const unknownWords: number[] = [];
  tokens.forEach(({ word, lexeme, start, end }, at) => {
    if (lead[at] !== NO_LANGUAGE || isFunctionLexeme(lexeme, languages)) return;
    if (!canBeMisspelt(passage, at)) return;
    if (spelling.knows(word) || !/^[a-z]+$/i.test(text.slice(start, end))) return;
    if ((languagesOf(lexeme) & languages) !== NO_LANGUAGE || isForeignPhrase(word, languages)) return;
    const before = tokens[at - 1]?.word ?? "";
    const after = tokens[at + 1]?.word ?? "";
    if (means(before + word) || means(word + after)) return;
    unknownWords.push(at);
  });
  return unknownWords;
}

/** Whether the characters around the token, up to the next spaces, are an address and not a word. */
function isAddress(text: string, { start, end }: Token): boolean {
  const from = text.lastIndexOf(" ", start) + 1;
  const to = text.indexOf(" ", end);
  const run = text.slice(Math.max(from, start - ADDRESS_MAX), Math.min(to < 0 ? text.length : to, end + ADDRESS_MAX));
  return ADDRESS.test(run);
}

/** Whether the token is written like a name, or follows words that introduce one. */
function isName({ text, lower, tokens }: Passage, at: number, isShouted: boolean): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  const said = text.slice(token.start, token.end);
  if (!isShouted && /^\p{Lu}/u.test(said)) {
    const within = token.gap !== "sentence";
    const shouts = said === said.toUpperCase();
    // A name can begin the sentence: "Hans Zimmer".
    const next = tokens[at + 1];
    const leads = next !== undefined && next.gap === "space" && isCapitalAt(text, next.start);
    if (within || shouts || leads) return true;
  }
  for (let first = at; first > at - NAME_WORDS_MAX && first > 0; first--) {
    const { gap = "sentence", start = 0, word = "" } = tokens[first] ?? {};
    if (gap !== "space" && gap !== "hyphen") return false;
    if (!JOINTS.has(word) && isFunctionWord(word)) return false;
    if (BEFORE_NAMES.test(lower.slice(Math.max(0, start - 20), start).trimEnd())) return true;
  }
  return false;
}
