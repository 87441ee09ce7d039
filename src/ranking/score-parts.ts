import type { Plan, PlannedAsk } from "./plan.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { Ask, AskTerm } from "./rule.ts";

/** What most asks find in most songs. */
const NONE: readonly Match[] = [];

/** Shifts a further match's points to a quarter, rounded down. */
const FURTHER = 2;

/** What one ask gives a song, or takes from it. */
export interface ScorePart {
  readonly ask: Ask;
  /** In the units of the scan: the points of all parts add up to the song's score there. */
  readonly points: number;
  /** As the plan's. */
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

/**
 * Takes a song's score apart again: done for the few that are shown, so the scan need not remember. "found" leaves out
 * what speaks against the song, and what was not found in it.
 */
export function scoreParts(index: RankingIndex, place: number, plan: Plan, asks: "all" | "found"): ScorePart[] {
  const parts: ScorePart[] = [];
  for (const planned of plan.asks) {
    if (asks === "found" && planned.sign < 0) continue;
    const matches = matchesOf(index, place, planned);
    if (asks === "found" && matches.length === 0) continue;
    let points = 0;
    for (const match of matches) points += match.points;
    parts.push({ ask: planned.ask, points, full: planned.full, matches });
  }
  return parts;
}

/** As the scan does: the best whole, each further one a quarter, rounded down. */
function matchesOf(index: RankingIndex, place: number, { terms, sign }: PlannedAsk): readonly Match[] {
  let found: (Omit<Match, "points"> & { points: number })[] | null = null;
  for (const { term, units } of terms) {
    const posting = index.posting(term.term, place);
    if (posting === null) continue;
    const { impact, fields } = posting;
    (found ??= []).push({ term, impact, fields, units, points: impact * units });
  }
  if (found === null) return NONE;
  if (found.length > 1) found.sort((a, b) => b.points - a.points);
  let share = 0;
  for (const match of found) {
    match.points = sign * (match.points >> share);
    share = FURTHER;
  }
  return found;
}
