import type { Facet } from "../../../schema/song.ts";
import { isFunctionWord } from "../../text/function-words.ts";
import type { Passage } from "../passage.ts";
import { phraseMeaning } from "../phrase-meaning.ts";
import type { Vocabulary } from "../vocabulary.ts";

/** Longer queries are read like other texts. */
const WORDS_MAX = 4;

/**
 * Whether a short query consists of musical terms, with a genre or an instrument among them: "tango", "warm piano",
 * "ruhiges Klavier". Any other word, grammar and moods alone can be a title or a note on the job: "The Last Waltz", "Hope".
 */
export function isMusicalQuery(passage: Passage, vocabulary: Vocabulary): boolean {
  if (passage.tokens.length > WORDS_MAX) return false;
  let isNamed = false;
  for (let at = 0; at < passage.tokens.length;) {
    const term = longestTerm(passage, at, vocabulary);
    if (term === null) return false;
    isNamed ||= term.facet === "genre" || term.facet === "instrument";
    at = term.to;
  }
  return isNamed;
}

interface Term {
  readonly to: number;
  readonly facet: Facet;
}

/** Returns the longest musical phrase at a token, or null. */
export function longestTerm(passage: Passage, at: number, vocabulary: Vocabulary): Term | null {
  const { tokens, languages } = passage;
  let longest: Term | null = null;
  let words = "";
  let stems = "";
  for (let to = at; to < Math.min(tokens.length, at + vocabulary.phraseWordsMax); to++) {
    const token = tokens[to];
    if (token === undefined || (to > at && token.gap !== "space" && token.gap !== "hyphen")) break;
    if (token.word === "and") {
      if (to === at) break;
      continue;
    }
    words += token.word;
    stems += token.stem;
    const isGrammar = to === at && isFunctionWord(token.word, languages);
    const meaning = isGrammar ? undefined : phraseMeaning(passage, at, to + 1, words, stems, vocabulary);
    const concept = meaning?.concepts[0];
    if (concept !== undefined) longest = { to: to + 1, facet: concept.facet };
  }
  return longest;
}
