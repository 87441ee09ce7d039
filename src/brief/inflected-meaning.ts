import { isPlainEnglish, isUnrelated } from "./spelled-words.ts";
import { basesOf, secondPartStrength } from "../text/inflections.ts";
import { isClaimed, type Passage } from "./passage.ts";
import type { Concept, Meaning, Vocabulary } from "./vocabulary.ts";

/** With a space before them, too, unless "by" names what inspired. */
const FREE_SECOND_PARTS: ReadonlySet<string> = new Set(
  "inspired influenced infused tinged flavored flavoured driven laden oriented".split(" "),
);

/**
 * What a word means as an inflection of one that the vocabulary knows. Asked only where neither the word nor its stem
 * means anything by itself, nor is it listed as English that is no music ("rocky"); scenes are things and have no degrees.
 */
export function inflectedMeaning(word: string, vocabulary: Vocabulary): Meaning | undefined {
  if (isPlainEnglish(word) || isUnrelated(word)) return undefined;
  for (const base of basesOf(word)) {
    if (base.strength === 0) continue;
    // By the very word: a stem of a stump is a word by chance.
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

/** The share of a wish that is left by a part behind it ("jazz-inspired"); null where none stands at `at`. */
export function strengthOfSecondPart(passage: Passage, at: number): number | null {
  const token = passage.tokens[at];
  if (token === undefined || isClaimed(passage, at)) return null;
  const next = passage.tokens[at + 1]?.word;
  const stands =
    token.gap === "hyphen" || (token.gap === "space" && FREE_SECOND_PARTS.has(token.word) && next !== "by");
  return stands ? (secondPartStrength(token.word) ?? null) : null;
}
