import type { Plan, PlannedAsk } from "./plan.ts";
import { findPosting } from "./postings.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { Ask, AskTerm } from "./rule.ts";
import { clearedTagValues, type TagValues } from "./tag-values.ts";

/** Shared, because most asks find nothing in most songs. */
const NONE: readonly Match[] = [];

/** The shift that divides a further match's points by four, rounded down. */
const FURTHER = 2;

/** What one ask adds to a song's score or takes from it. */
export interface ScorePart {
  readonly ask: Ask;
  /** In units of the scan. The points of all parts add up to the song's score. */
  readonly points: number;
  /** As in the plan. */
  readonly full: number;
  /** The ask's terms that the song has, those with the most points first. */
  readonly matches: readonly Match[];
}

export interface Match {
  readonly term: AskTerm;
  readonly impact: number;
  /** Bits of FIELD_BITS and LEARNED_BIT. */
  readonly fields: number;
  /** Points per unit of impact. */
  readonly units: number;
  readonly points: number;
}

/**
 * Computes the parts of a song's score. Only for songs that are shown, so that the scan need not store them. "found"
 * leaves out asks against the song and asks without a match.
 */
export function scoreParts(index: RankingIndex, place: number, plan: Plan, asks: "all" | "found"): ScorePart[] {
  const parts: ScorePart[] = [];
  const tags = clearedTagValues(index);
  for (const tag of index.tagsOf(place)) tags.set(tag, 1);
  for (const planned of plan.asks) {
    if (asks === "found" && planned.sign < 0) continue;
    const matches = matchesOf(index, place, tags, planned);
    if (asks === "found" && matches.length === 0) continue;
    let points = 0;
    for (const match of matches) points += match.points;
    parts.push({ ask: planned.ask, points, full: planned.full, matches });
  }
  return parts;
}

/**
 * Computes the same sums as the scan: the best match in full, each further one a quarter, rounded down. `tags` has the
 * tags of the song, because a search for a posting costs more, and most terms are tags that the song lacks.
 */
function matchesOf(
  { sections }: RankingIndex,
  place: number,
  tags: TagValues,
  { terms, sign }: PlannedAsk,
): readonly Match[] {
  let found: (Omit<Match, "points"> & { points: number })[] | null = null;
  for (const { term, units } of terms) {
    if (tags.isTag(term.term) && !tags.has(term.term)) continue;
    const posting = findPosting(sections, term.term, place);
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
