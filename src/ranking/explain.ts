import type { Band } from "../../schema/brief.ts";
import type { Plan, PlannedAsk } from "./plan.ts";
import type { RankingIndex } from "./ranking-index.ts";

const REASONS_MAX = 5;

/** Shares of the wishes' weight. */
const STRONG = 0.66;
const GOOD = 0.4;

export interface Explanation {
  /** What told most comes first. */
  readonly reasons: readonly string[];
  /** How much of the wishes' weight the song meets, 0 to 1. */
  readonly share: number;
}

/** Takes a song's score apart again: done for the few that are shown, so the scan need not remember. */
export function explain(index: RankingIndex, place: number, plan: Plan): Explanation {
  const told: { readonly reason: string; readonly value: number }[] = [];
  let met = 0;
  let asked = 0;
  for (const planned of plan.asks) {
    if (planned.sign < 0) continue;
    asked += planned.ask.share;
    const best = bestEvidence(index, place, planned);
    if (best === null) continue;
    met += planned.ask.share * best.degree;
    told.push(best);
  }
  const reasons = told.toSorted((a, b) => b.value - a.value).map(({ reason }) => reason);
  return { reasons: [...new Set(reasons)].slice(0, REASONS_MAX), share: asked === 0 ? 0 : met / asked };
}

/** A song that leaves a promise open is never called strong. */
export function bandOf(share: number, doubtful: boolean): Band {
  if (share >= STRONG && !doubtful) return "strong";
  return share >= GOOD ? "good" : "possible";
}

function bestEvidence(
  index: RankingIndex,
  place: number,
  planned: PlannedAsk,
): { readonly reason: string; readonly value: number; readonly degree: number } | null {
  let best: { reason: string; value: number; degree: number } | null = null;
  for (const { term, units } of planned.terms) {
    const posting = index.posting(term.term, place);
    if (posting === null) continue;
    const value = posting.impact * units;
    if (best !== null && value <= best.value) continue;
    best = { reason: term.reason(posting.fields), value, degree: term.part };
  }
  return best;
}
