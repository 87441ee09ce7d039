import { captionWords } from "../caption-words.ts";
import { kinShare } from "../named-wishes.ts";
import { FIELD_BITS, INSTRUMENT_BIT, wordTerm } from "../packed-format.ts";
import { logarithm, rarity } from "../rarity.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { moved, type Ranked, rescored, type Rule, type Scale } from "../rule.ts";
import { tagLift } from "../tag-lift.ts";
import { unmentionedShare } from "../unmentioned.ts";

/** Weights of the evidence, compared with the asks of the scan. */
interface EvidenceWeights {
  readonly words: number;
  /** Of the mean lift of a song's tags. */
  readonly lift: number;
  /** Cost of a tag that the caption does not mention, and what an instrument costs in addition. */
  readonly unmentioned: number;
  readonly unmentionedInstrument: number;
}

/** A caption that names a few things leaves many out, so what tags usually go together counts. */
const IMPRESSION: EvidenceWeights = { words: 0.7, lift: 0.15, unmentioned: 0.15, unmentionedInstrument: 0.2 };

/** A caption of many details lists nearly everything that can be heard. */
const INVENTORY: EvidenceWeights = { words: 1, lift: 0.03, unmentioned: 0.35, unmentionedInstrument: 0.6 };

/** A caption is an inventory if near tags keep less than this share of their weight. */
const INVENTORY_BELOW = 0.5;

/** What a song earns for the logarithm of its number of tags: among many, some are always left out. */
const TAGS = 0.38;

/** Weight of a word in a title, compared with one in other texts. */
const TITLE = 2;

/** The last song keeps this share of the range of evidence, so that its score is above 0. */
const LEAST = 0.01;

const IMPACT_MAX = 255;

/** A word of the caption that the catalog has. */
interface CaptionTerm {
  readonly term: number;
  readonly weight: number;
}

type Evidence = (song: Ranked, scale: Scale) => number;

/**
 * Orders the candidates for a caption by a sum of evidence: the score of the scan, plain BM25F over the words of the
 * caption, and how often the song's tags occur together with those that the caption asks for, less a cost for tags that
 * it does not mention. Sums keep what each part is worth; shares of the best candidate's score gained less.
 */
export const captionRule: Rule = {
  name: "caption",
  prepare: (index, brief) => {
    const stems = captionWords(brief);
    if (stems === null) return {};
    const weights = kinShare(index, brief) < INVENTORY_BELOW ? INVENTORY : IMPRESSION;
    const terms = [...stems].flatMap((word): CaptionTerm[] => {
      const term = index.term(wordTerm(word));
      return term < 0 ? [] : [{ term, weight: rarity(index.frequency(term), index.songCount) }];
    });
    const lift = tagLift(index, brief.wanted);
    const unmentioned = unmentionedShare(index, brief);
    return {
      arrange: (ordered, scale) =>
        byEvidence(ordered, scale, ({ place, score }, { best, weight }) => {
          const tags = index.tagsOf(place);
          let lifts = 0;
          let cost = 0;
          for (const tag of tags) {
            lifts += lift(tag);
            const share = unmentioned(tag);
            if (share > 0) cost += share * costOf(index, tag, place, weights);
          }
          const words = weights.words * wordScore(index, place, terms);
          const usual = (weights.lift * lifts) / Math.max(1, tags.length);
          return (weight * score) / best + words + usual - cost + TAGS * logarithm(1 + tags.length);
        }),
    };
  },
};

function costOf(index: RankingIndex, tag: number, place: number, weights: EvidenceWeights): number {
  const isInstrument = ((index.posting(tag, place)?.fields ?? 0) & INSTRUMENT_BIT) !== 0;
  return weights.unmentioned + (isInstrument ? weights.unmentionedInstrument : 0);
}

/** Spreads the scores from that of the best candidate to almost none, in proportion to the evidence. */
function byEvidence(ordered: readonly Ranked[], scale: Scale, evidence: Evidence): readonly Ranked[] {
  const sums = new Map(ordered.map((song) => [song.place, evidence(song, scale)]));
  const most = Math.max(...sums.values());
  const least = Math.min(...sums.values());
  const best = Math.max(0, ...ordered.map(({ score }) => score));
  if (ordered.length === 0 || most === least) return ordered;
  const floor = least - LEAST * (most - least);
  return rescored(ordered, (song) => {
    const score = Math.round((best * ((sums.get(song.place) ?? floor) - floor)) / (most - floor));
    const description = "is weighed by the words of the caption, and by what it does not mention";
    return moved({ ...song, score }, { rule: captionRule.name, description, reason: null, points: score - song.score });
  });
}

/** Returns the sum of the words' impacts, each by its rarity; a word in a text that has it once is worth up to 1. */
function wordScore(index: RankingIndex, place: number, terms: readonly CaptionTerm[]): number {
  let sum = 0;
  for (const { term, weight } of terms) {
    const posting = index.posting(term, place);
    if (posting === null) continue;
    sum += weight * posting.impact * ((posting.fields & FIELD_BITS.title) === 0 ? 1 : TITLE);
  }
  return sum / IMPACT_MAX;
}
