import type { Wish } from "../../../schema/brief.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { ResolvedBrief } from "../resolve-mentions.ts";
import type { AskTerm, Rule } from "../rule.ts";
import { excludedTerms } from "./excluded.ts";
import { BY, LIKENESS } from "./reference.ts";
import { soughtBy, wishTerms } from "../wish-terms.ts";

/** Cost of one avoided tag, as a share of everything that the brief asks for. Hardly any match outweighs it. */
const COST = 0.83;

/** No song meets more of a long brief than this, so the cost stops growing here. */
const ASKED_MAX = 4;

/**
 * Lowers the score of songs with an avoided tag or one near it. It never cuts a song, because tags are opinions. Songs
 * with excluded tags need no cost, because the rule for exclusions cuts them.
 */
export const avoidedRule: Rule = {
  name: "avoided facets",
  prepare: (index, brief) => ({
    // If files have a `vocals` value, the voice evidence rule uses this evidence instead.
    asks: brief.avoided
      .filter(({ isEvidence }) => isEvidence !== true || !index.knowsVocals())
      .map((wish) => ({
        weight: -avoidedCost(brief) * wish.weight,
        share: 0,
        sought: soughtBy(wish),
        terms: withoutExcluded(index, brief, wish),
      })),
  }),
};

function withoutExcluded(index: RankingIndex, brief: ResolvedBrief, wish: Wish): readonly AskTerm[] {
  const terms = wishTerms(index, wish);
  const exclusion = brief.constraints.find((one) => one.kind === "excluded" && one.name === wish.name);
  if (exclusion?.kind !== "excluded") return terms;
  const excluded = excludedTerms(index, exclusion);
  return terms.filter(({ term }) => !excluded.has(term));
}

/** Returns the cost of an avoided wish of weight 1 in this brief; one plain wish is 1. */
export function avoidedCost(brief: ResolvedBrief): number {
  const wishes = brief.wanted.reduce((sum, wish) => sum + wish.weight, 0);
  const words = brief.text.reduce((sum, term) => sum + Math.max(0, term.weight), 0);
  const named = brief.found.reduce(
    (most, { role }) => Math.max(most, role === "not" ? 0 : role === "by" ? BY : LIKENESS),
    0,
  );
  return COST * Math.min(ASKED_MAX, Math.max(0.5, wishes + words / 2 + named));
}
