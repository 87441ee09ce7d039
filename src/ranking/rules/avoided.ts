import type { ResolvedBrief } from "../resolve-mentions.ts";
import type { Rule } from "../rule.ts";
import { BY, LIKENESS } from "./reference.ts";
import { soughtBy, wishTerms } from "../wish-terms.ts";

/** What one avoided tag costs, as a share of all that the brief asks for: nearly no praise outweighs it. */
const COST = 0.83;

/** No song answers more of a long brief than this, so nothing needs to cost more. */
const ASKED_MAX = 4;

/** "Not nostalgic" lowers songs of that mood and its neighbours; it never cuts, because tags are opinions. */
export const avoidedRule: Rule = {
  name: "avoided facets",
  prepare: (index, brief) => ({
    // Evidence of a voice is no matter of taste where files say who sings; see the voice evidence rule.
    asks: brief.avoided
      .filter(({ isEvidence }) => isEvidence !== true || !index.tellsVocals())
      .map((wish) => ({
        weight: -avoidedCost(brief) * wish.weight,
        share: 0,
        sought: soughtBy(wish),
        terms: wishTerms(index, wish),
      })),
  }),
};

/** What a fully avoided wish costs in this brief, in plain wishes. */
export function avoidedCost(brief: ResolvedBrief): number {
  const wishes = brief.wanted.reduce((sum, wish) => sum + wish.weight, 0);
  const words = brief.text.reduce((sum, term) => sum + Math.max(0, term.weight), 0);
  const named = brief.found.reduce(
    (most, { role }) => Math.max(most, role === "not" ? 0 : role === "by" ? BY : LIKENESS),
    0,
  );
  return COST * Math.min(ASKED_MAX, Math.max(0.5, wishes + words / 2 + named));
}
