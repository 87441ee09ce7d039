import type { Plan, PlannedAsk } from "./plan.ts";
import { findPosting, type Posting } from "./postings.ts";
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
    parts.push(partOf(planned.ask, planned.full, matches));
  }
  return parts;
}

/** Songs whose parts are computed together: one bit for each. */
const GROUP = 30;

/**
 * Computes `scoreParts` for "found" of several songs. It looks each term up for all of them before the next one, because the
 * postings of a term are near each other in memory.
 */
export function foundParts(
  index: RankingIndex,
  places: readonly number[],
  plan: Plan,
): readonly (readonly ScorePart[])[] {
  const parts = places.map((): ScorePart[] => []);
  for (let from = 0; from < places.length; from += GROUP)
    addFoundParts(index, places.slice(from, from + GROUP), plan, parts.slice(from, from + GROUP));
  return parts;
}

function addFoundParts(
  index: RankingIndex,
  places: readonly number[],
  plan: Plan,
  parts: readonly ScorePart[][],
): void {
  const songsWith = clearedTagValues(index);
  for (const [at, place] of places.entries())
    for (const tag of index.tagsOf(place))
      songsWith.set(tag, (songsWith.has(tag) ? songsWith.get(tag) : 0) | (1 << at));
  const all = 2 ** places.length - 1;
  for (const { ask, sign, full, terms } of plan.asks) {
    if (sign < 0) continue;
    const found: (OpenMatch[] | undefined)[] = [];
    for (const { term, units } of terms) {
      let songs = all;
      if (songsWith.isTag(term.term)) songs = songsWith.has(term.term) ? songsWith.get(term.term) : 0;
      for (; songs !== 0; songs &= songs - 1) {
        const at = 31 - Math.clz32(songs & -songs);
        const posting = findPosting(index.sections, term.term, places[at] ?? 0);
        if (posting !== null) (found[at] ??= []).push(openMatch(term, units, posting));
      }
    }
    for (const [at, matches] of found.entries())
      if (matches !== undefined) parts[at]?.push(partOf(ask, full, counted(matches, sign)));
  }
}

function partOf(ask: Ask, full: number, matches: readonly Match[]): ScorePart {
  let points = 0;
  for (const match of matches) points += match.points;
  return { ask, points, full, matches };
}

/** A match before its points are counted. */
type OpenMatch = Omit<Match, "points"> & { points: number };

function openMatch(term: AskTerm, units: number, { impact, fields }: Posting): OpenMatch {
  return { term, impact, fields, units, points: impact * units };
}

/** Returns the matches of an ask in a song. A search for a posting costs more than a look at the tags of the song. */
function matchesOf(
  { sections }: RankingIndex,
  place: number,
  tags: TagValues,
  { terms, sign }: PlannedAsk,
): readonly Match[] {
  let found: OpenMatch[] | null = null;
  for (const { term, units } of terms) {
    if (tags.isTag(term.term) && !tags.has(term.term)) continue;
    const posting = findPosting(sections, term.term, place);
    if (posting !== null) (found ??= []).push(openMatch(term, units, posting));
  }
  return found === null ? NONE : counted(found, sign);
}

/** Computes the same sums as the scan: the best match in full, each further one a quarter, rounded down. */
function counted(found: OpenMatch[], sign: 1 | -1): readonly Match[] {
  if (found.length > 1) found.sort((a, b) => b.points - a.points);
  let share = 0;
  for (const match of found) {
    match.points = sign * (match.points >> share);
    share = FURTHER;
  }
  return found;
}
