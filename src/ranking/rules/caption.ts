import { captionWords } from "../caption-words.ts";
import { FIELD_BITS, wordTerm } from "../packed-format.ts";
import { rarity } from "../rarity.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { moved, type Ranked, rescored, type Rule } from "../rule.ts";

/** Weight of the words in the fused score, compared with the score of the scan. */
const WORDS_WEIGHT = 0.3;

/** Weight of a word in a title, compared with one in other texts. */
const TITLE = 2;

/** A word of the caption that the catalog has. */
interface CaptionTerm {
  readonly term: number;
  readonly weight: number;
}

/**
 * Fuses the order of a caption with plain BM25F over its words. Both scores are relative to the best candidate's (a
 * weighted CombSUM, Fox and Shaw 1994). Reciprocal ranks gained less: they drop how far the scores are apart.
 */
export const captionRule: Rule = {
  name: "caption",
  prepare: (index, brief) => {
    const stems = captionWords(brief);
    if (stems === null) return {};
    const terms = [...stems].flatMap((word): CaptionTerm[] => {
      const term = index.term(wordTerm(word));
      return term < 0 ? [] : [{ term, weight: rarity(index.frequency(term), index.songCount) }];
    });
    return terms.length === 0 ? {} : { arrange: (ordered) => fused(index, ordered, terms) };
  },
};

function fused(index: RankingIndex, ordered: readonly Ranked[], terms: readonly CaptionTerm[]): readonly Ranked[] {
  const wordScores = new Map(ordered.map(({ place }) => [place, wordScore(index, place, terms)]));
  const bestWords = Math.max(0, ...wordScores.values());
  const best = Math.max(0, ...ordered.map(({ score }) => score));
  if (bestWords === 0) return ordered;
  return rescored(ordered, (song) => {
    const byWords = (best * (wordScores.get(song.place) ?? 0)) / bestWords;
    const score = Math.round((song.score + WORDS_WEIGHT * byWords) / (1 + WORDS_WEIGHT));
    const description = "is weighed by the words of the caption in its texts";
    return moved({ ...song, score }, { rule: captionRule.name, description, reason: null, points: score - song.score });
  });
}

/** Returns the sum of the words' impacts, each by its rarity. */
function wordScore(index: RankingIndex, place: number, terms: readonly CaptionTerm[]): number {
  let sum = 0;
  for (const { term, weight } of terms) {
    const posting = index.posting(term, place);
    if (posting === null) continue;
    sum += weight * posting.impact * ((posting.fields & FIELD_BITS.title) === 0 ? 1 : TITLE);
  }
  return sum;
}
