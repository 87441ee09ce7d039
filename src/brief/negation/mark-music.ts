import type { Facet } from "../../../schema/song.ts";
import { isFunctionLexeme } from "../../text/function-words.ts";
import { isNear, type Token } from "../../text/tokens.ts";
import { areInstruments } from "../listed-instruments.ts";
import type { Passage } from "../passage.ts";
import { canBegin, phraseMeaning } from "../phrase-meaning.ts";
import { vocabulary } from "../vocabulary.ts";

const PHRASE_WORDS_MAX = 4;

/** A musical phrase: tokens `at` to before `to`. */
interface MusicSpan {
  readonly at: number;
  readonly to: number;
  readonly facet: Facet | null;
}

/** Returns the musical phrases from `from` to before `to`, in order and without overlaps. */
export function musicIn(passage: Passage, from: number, to: number): readonly MusicSpan[] {
  const spans: MusicSpan[] = [];
  for (let at = from; at < to; at++) {
    const span = longestMusic(passage, at, to);
    if (span === null) continue;
    spans.push(span);
    at = span.to - 1;
  }
  return spans;
}

/**
 * Sets the polarity of the musical phrases from `from` to before `to`. The other words keep theirs, so that "the agency
 * sent us trap; please don't" says nothing against an agency. Returns whether there is any such phrase.
 */
export function markMusic(passage: Passage, from: number, to: number, value: number): boolean {
  const spans = musicIn(passage, from, to);
  for (const span of spans) passage.polarity.fill(value, span.at, span.to);
  return spans.length > 0;
}

/**
 * Whether the tokens have no punctuation and, unless `mayPlay`, name nothing that plays: "can't work without", "no scene
 * ends without".
 */
export function isOneClause(passage: Passage, from: number, to: number, mayPlay = false): boolean {
  return passage.tokens.slice(from, to + 1).every(isNear) && (mayPlay || !playsIn(passage, from, to));
}

/** Whether the tokens name an instrument or a genre. */
function playsIn(passage: Passage, from: number, to: number): boolean {
  return musicIn(passage, from, to).some(({ facet }) => facet === "instrument" || facet === "genre");
}

function longestMusic(passage: Passage, at: number, limit: number): MusicSpan | null {
  const { tokens } = passage;
  let longest: MusicSpan | null = null;
  let words = "";
  let stems = "";
  let hasAnd = false;
  const wordsMax = canBegin(passage, at, vocabulary()) ? PHRASE_WORDS_MAX : 1;
  for (let to = at; to < Math.min(limit, at + wordsMax); to++) {
    const token = tokens[to];
    if (token === undefined || (to > at && !isNear(token))) break;
    if (to === at && isFunctionLexeme(token.lexeme, passage.languages)) break;
    // "Drum and bass" and "drum & bass" have the same key, and "bass and drums" are no bass drums.
    if (token.word === "and") {
      hasAnd = true;
      continue;
    }
    words += token.word;
    stems += token.stem;
    const meaning = phraseMeaning(passage, at, to + 1, words, stems, vocabulary());
    if (hasAnd && !vocabulary().joins(words, stems)) continue;
    if (vocabulary().mayListInstruments(words, stems) && areInstruments(passage, at, to + 1, vocabulary())) continue;
    if (meaning !== undefined) longest = { at, to: to + 1, facet: meaning.concepts[0]?.facet ?? null };
  }
  return longest;
}

/** Whether a token follows the one before it without punctuation. */
export function follows(token: Token | undefined): boolean {
  return token !== undefined && isNear(token);
}
