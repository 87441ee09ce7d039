import { isPlainEnglish, isUnrelated } from "./spelled-words.ts";
import { basesOf, secondPartStrength } from "../text/inflections.ts";
import { isClaimed, type Passage } from "./passage.ts";
import type { Concept, Meaning, Vocabulary } from "./vocabulary.ts";

/** Second parts that also follow after a space, unless "by" comes next: "jazz inspired", but not "inspired by jazz". */
const FREE_SECOND_PARTS: ReadonlySet<string> = new Set(
  "inspired influenced infused tinged flavored flavoured driven laden oriented".split(" "),
);

/**
 * Returns what a word means as an inflection of a word in the vocabulary. Call it only if neither the word nor its stem
 * has a meaning. Words on the list of plain English ("rocky") have none, and only concepts have inflections, not
 * scenes.
 */
export function inflectedMeaning(word: string, vocabulary: Vocabulary): Meaning | undefined {
  if (isPlainEnglish(word) || isUnrelated(word)) return undefined;
  for (const base of basesOf(word)) {
    if (base.strength === 0) continue;
    // Exact match only: stems of truncated words collide by chance.
    const meaning = vocabulary.meaning(base.word, "");
    if (meaning === undefined || meaning.concepts.length === 0) continue;
    if (base.fromAdjective && !meaning.concepts.every(isAdjective)) continue;
    return { concepts: meaning.concepts, scene: null, strength: meaning.strength * base.strength };
  }
  return undefined;
}

function isAdjective({ facet }: Concept): boolean {
  return facet === "mood" || facet === "characteristic";
}

/** Returns the share of a wish that is left before a second part like "-inspired" at `at`; null if there is none. */
export function strengthOfSecondPart(passage: Passage, at: number): number | null {
  const token = passage.tokens[at];
  if (token === undefined || isClaimed(passage, at)) return null;
  const next = passage.tokens[at + 1]?.word;
  const isSecondPart =
    token.gap === "hyphen" || (token.gap === "space" && FREE_SECOND_PARTS.has(token.word) && next !== "by");
  return isSecondPart ? (secondPartStrength(token.word) ?? null) : null;
}
