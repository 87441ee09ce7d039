import { isFunctionWord } from "../text/function-words.ts";
import { claim, isClaimed, type Passage, written } from "./passage.ts";

import type { Concept, Vocabulary } from "./vocabulary.ts";

/** The noun is at most this many words away from its adjective. */
const REACH = 6;

/** The concept that "electric" means in "guitar, but not electric" and in "no electric or acoustic guitar". */
export interface Ellipsis {
  readonly concept: Concept;
  readonly from: readonly string[];
}

/**
 * Reads negated adjectives that have a meaning only together with a noun of the same sentence. Claims them, so that
 * they are not searched for as words.
 */
export function readEllipses(passage: Passage, vocabulary: Vocabulary): Ellipsis[] {
  const found: Ellipsis[] = [];
  passage.tokens.forEach((token, at) => {
    if (isClaimed(passage, at) || (passage.polarity[at] ?? 1) > -1 || isFunctionWord(token.word)) return;
    // Most refused words mean something alone, and a word alone is quicker to look up.
    if (vocabulary.meaning(token.word, token.stem) !== undefined) return;
    const next = passage.tokens[at + 1];
    if (next !== undefined && vocabulary.meaning(token.word + next.word, token.stem + next.stem) !== undefined) return;
    const concept = withNoun(passage, at, vocabulary);
    if (concept === null) return;
    claim(passage, "wish", at, at + 1);
    found.push({ concept, from: [written(passage, at, at + 1)] });
  });
  return found;
}

function withNoun(passage: Passage, at: number, vocabulary: Vocabulary): Concept | null {
  const token = passage.tokens[at];
  for (const noun of nounsNear(passage, at)) {
    const other = passage.tokens[noun];
    if (token === undefined || other === undefined) continue;
    const concept = vocabulary.meaning(token.word + other.word, token.stem + other.stem)?.concepts[0];
    if (concept?.facet === "instrument" || concept?.facet === "genre") return concept;
  }
  return null;
}

/** Returns the content words of the sentence near a token: those before it first, then those after it. */
function nounsNear(passage: Passage, at: number): number[] {
  const places: number[] = [];
  for (let before = at - 1; before >= Math.max(0, at - REACH); before--) {
    if (passage.tokens[before + 1]?.gap === "sentence") break;
    places.push(before);
  }
  for (let after = at + 1; after < Math.min(passage.tokens.length, at + REACH); after++) {
    if (passage.tokens[after]?.gap === "sentence") break;
    places.push(after);
  }
  return places.filter((place) => !isFunctionWord(passage.tokens[place]?.word ?? ""));
}
