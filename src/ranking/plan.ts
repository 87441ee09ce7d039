import type { RankingIndex } from "./ranking-index.ts";
import type { Ask, AskTerm, Scale } from "./rule.ts";

/** Sum of the units of all asks for a song. Scores are then whole numbers below 2^31. */
const UNITS = 20_000;

/** The highest impact of a posting. */
const IMPACT_MAX = 255;

/** Maximum sum of the units of all asks against a song, so that scores stay above -2^31. */
const AGAINST_MAX = 20 * UNITS;

/** Maximum number of asks per search. Those with the least weight are left out. */
const ASKS_MAX = 300;

/** Maximum number of terms of all asks together: a scanner has fixed space for them. */
const TERMS_MAX = 20_000;

/**
 * Budget of postings per search: a minimum, and an amount for each song. Usual briefs stay below it in catalogs of
 * usual size. In a catalog of a million songs a long brief without this limit would take ten times as long, for the
 * same result.
 */
const POSTINGS_MIN = 250_000;
const POSTINGS_PER_SONG = 1.5;

/** Longer lists of terms are always searched for repeated ones. */
const COMPARED_MAX = 16;

/** An ask whose terms have integer weights ("units"). Unlike floats, their sums are the same on every machine. */
export interface PlannedAsk {
  readonly ask: Ask;
  readonly sign: 1 | -1;
  readonly terms: readonly PlannedTerm[];
  /** Score of a song with its best term at the highest impact; below 0 for an ask against songs. */
  readonly full: number;
}

export interface PlannedTerm {
  readonly term: AskTerm;
  readonly units: number;
}

/** The score of a song that meets every ask in full. */
export const SCORE_WHOLE = UNITS * IMPACT_MAX;

export interface Plan extends Scale {
  readonly asks: readonly PlannedAsk[];
  /**
   * Whether the brief has constraints only. Then every song that is known to meet a constraint is a candidate. Asks
   * with share 0 (the words "A minor" in a title) can exist, but affect only the order of songs.
   */
  readonly isOpen: boolean;
}

/**
 * Turns asks into a plan. `mayBeOpen` allows `isOpen`: the brief has constraints, and no wish that the catalog lacks.
 */
export function planScan(asks: readonly Ask[], index: RankingIndex, mayBeOpen = false): Plan {
  const kept = asks
    .filter((ask) => ask.terms.length > 0 && ask.weight !== 0)
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, ASKS_MAX);
  const wanted = kept.reduce((sum, ask) => sum + Math.max(0, ask.weight), 0);
  const scale = UNITS / Math.max(wanted, 1e-9);
  const against = kept.reduce((sum, ask) => sum + Math.min(UNITS, Math.max(0, -ask.weight) * scale), 0);
  const damped = Math.min(1, AGAINST_MAX / Math.max(against, 1));
  const planned = kept.map((ask): PlannedAsk => {
    const units = Math.min(UNITS, Math.abs(ask.weight) * scale) * (ask.weight < 0 ? damped : 1);
    const sign = ask.weight > 0 ? 1 : -1;
    const terms = bestParts(ask.terms).map((term) => ({ term, units: Math.max(1, Math.round(units * term.part)) }));
    return { ask, sign, terms, full: fullOf(sign, terms) };
  });
  return {
    asks: withinRoom(affordable(planned, index)),
    best: SCORE_WHOLE,
    weight: wanted,
    isOpen: mayBeOpen && planned.every(({ sign, ask }) => sign < 0 || ask.share === 0),
  };
}

/** Returns the heaviest asks whose terms together fit the limit. */
function withinRoom(asks: readonly PlannedAsk[]): readonly PlannedAsk[] {
  let terms = 0;
  const beyond = asks.findIndex((ask) => (terms += ask.terms.length) > TERMS_MAX);
  return beyond < 0 ? asks : asks.slice(0, beyond);
}

/**
 * Leaves out the weakest terms of a plan that exceeds the budget. The weakest have the fewest units per root of their
 * frequency, compared in whole numbers. Avoided terms stay and do not count, and the strongest term for a song stays as
 * well.
 */
function affordable(asks: readonly PlannedAsk[], index: RankingIndex): readonly PlannedAsk[] {
  const open = asks
    .filter((ask) => !isAversion(ask))
    .flatMap(({ sign, terms }) => terms.map((term) => ({ term, sign, cost: index.frequency(term.term.term) })));
  let over = open.reduce((sum, { cost }) => sum + cost, -(POSTINGS_MIN + POSTINGS_PER_SONG * index.songCount));
  if (over <= 0) return asks;
  const left = new Set<PlannedTerm>();
  // Different quotients of numbers below 2^29 and 2^22 differ by more than a rounding, and equal ones are rounded alike.
  const worth = Float64Array.from(open, ({ term: { units }, cost }) => (units * units) / cost);
  const faintestFirst = Array.from(open.keys()).sort((a, b) => (worth[a] ?? 0) - (worth[b] ?? 0));
  const foremost = faintestFirst.findLast((at) => open[at]?.sign === 1);
  for (const at of faintestFirst) {
    const candidate = open[at];
    if (over <= 0 || candidate === undefined) break;
    if (at === foremost) continue;
    left.add(candidate.term);
    over -= candidate.cost;
  }
  return asks.flatMap((ask) => {
    if (!ask.terms.some((term) => left.has(term))) return [ask];
    const terms = ask.terms.filter((term) => !left.has(term));
    return terms.length === 0 ? [] : [{ ...ask, terms, full: fullOf(ask.sign, terms) }];
  });
}

function isAversion({ sign, terms }: PlannedAsk): boolean {
  return sign < 0 && terms.some(({ term }) => term.shows !== "contrary tag");
}

function fullOf(sign: 1 | -1, terms: readonly PlannedTerm[]): number {
  return sign * IMPACT_MAX * terms.reduce((most, { units }) => Math.max(most, units), 0);
}

/** Returns each term once, with its larger part. */
function bestParts(terms: readonly AskTerm[]): readonly AskTerm[] {
  if (terms.length === 1 || !hasRepeated(terms)) return terms;
  const best = new Map<number, AskTerm>();
  for (const term of terms) {
    const known = best.get(term.term);
    if (known === undefined || known.part < term.part) best.set(term.term, term);
  }
  return [...best.values()];
}

/** Whether a term is in the list twice. Most lists have fewer than ten terms, for which this is faster than a set. */
function hasRepeated(terms: readonly AskTerm[]): boolean {
  if (terms.length > COMPARED_MAX) return true;
  for (let at = 1; at < terms.length; at++) {
    const term = terms[at]?.term;
    for (let before = 0; before < at; before++) if (terms[before]?.term === term) return true;
  }
  return false;
}
