import type { Plan, PlannedAsk } from "./plan.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { Ask, AskTerm } from "./rule.ts";

/** What most asks find in most songs. */
const NONE: readonly Match[] = [];

/** What an impact is at most. */
const IMPACT_MAX = 255;

/** What one ask gives a song, or takes from it. */
export interface Part {
  readonly ask: Ask;
  /** In the units of the scan: the points of all parts add up to the song's score there. */
  readonly points: number;
  /** What the best term alone gives a song that has it whole; below 0 for an ask that speaks against songs. */
  readonly full: number;
  /** The terms that the song has, those that give most first; [] where nothing shows what is sought. */
  readonly matches: readonly Match[];
}

export interface Match {
  readonly term: AskTerm;
  readonly impact: number;
  /** FIELD_BITS and LEARNED_BIT. */
  readonly fields: number;
  /** What one of `impact` is worth. */
  readonly units: number;
  readonly points: number;
}

/** Takes a song's score apart again: done for the few that are shown, so the scan need not remember. */
export function takeApart(index: RankingIndex, place: number, plan: Plan, asks: "all" | "wanted"): Part[] {
  const taken = asks === "all" ? plan.asks : plan.asks.filter(({ sign }) => sign > 0);
  return taken.map((planned) => {
    const matches = matchesOf(index, place, planned);
    const best = planned.terms.reduce((most, { units }) => Math.max(most, units), 0);
    return {
      ask: planned.ask,
      points: matches.length === 0 ? 0 : matches.reduce((sum, match) => sum + match.points, 0),
      full: planned.sign * best * IMPACT_MAX,
      matches,
    };
  });
}

/** As the scan does: the best whole, each further one a quarter, rounded down. */
function matchesOf(index: RankingIndex, place: number, { terms, sign }: PlannedAsk): readonly Match[] {
  const found: (Omit<Match, "points"> & { readonly value: number })[] = [];
  for (const { term, units } of terms) {
    const posting = index.posting(term.term, place);
    if (posting !== null) found.push({ term, ...posting, units, value: posting.impact * units });
  }
  if (found.length === 0) return NONE;
  return found
    .sort((a, b) => b.value - a.value)
    .map(({ value, ...match }, at) => ({ ...match, points: sign * (at === 0 ? value : value >> 2) }));
}
