import type { RankingIndex } from "./ranking-index.ts";
import type { Ask, AskTerm } from "./rule.ts";

/** All that a search asks for shares this many units, so that sums stay whole numbers below 2^31. */
const UNITS = 20_000;

/** What an impact is at most. */
const IMPACT_MAX = 255;

/** All that speaks against a song, at most: with a hundred things to avoid a sum still stays above -2^31. */
const AGAINST_MAX = 20 * UNITS;

/** More than this in one brief is a bag of words; the least wanted are left out. */
const ASKS_MAX = 300;

/** In all asks together; what a scanner keeps of a plan has a fixed room. */
const TERMS_MAX = 20_000;

/**
 * Postings that one search adds up, at most: these, and so many for each song. Briefs as people write them stay below
 * in catalogs of ordinary size; in one of a million songs a long brief would take ten times as long to no effect.
 */
const POSTINGS_MIN = 250_000;
const POSTINGS_PER_SONG = 1.5;

/** An ask with its terms weighted in whole units: integer sums are the same on every machine. */
export interface PlannedAsk {
  readonly ask: Ask;
  readonly sign: 1 | -1;
  readonly terms: readonly PlannedTerm[];
  /** What the best term alone gives a song that has it whole; below 0 for an ask that speaks against songs. */
  readonly full: number;
}

export interface PlannedTerm {
  readonly term: AskTerm;
  readonly units: number;
}

/** What a song that answers every ask of a search in full would earn. */
export const SCORE_WHOLE = UNITS * IMPACT_MAX;

export interface Plan {
  readonly asks: readonly PlannedAsk[];
  /** What a song that answers every ask in full would earn. */
  readonly best: number;
  /**
   * Of a brief of constraints alone: every song that is known to meet one of them is a candidate. What a client would
   * not miss ("A minor" said in a title) only puts some of them first.
   */
  readonly isOpen: boolean;
}

/** `mayBeOpen`: there are constraints, and nothing else was asked for that the catalog merely lacks. */
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
    isOpen: mayBeOpen && planned.every(({ sign, ask }) => sign < 0 || ask.share === 0),
  };
}

/** The asks of most weight whose terms, taken together, are not too many. */
function withinRoom(asks: readonly PlannedAsk[]): readonly PlannedAsk[] {
  let terms = 0;
  const beyond = asks.findIndex((ask) => (terms += ask.terms.length) > TERMS_MAX);
  return beyond < 0 ? asks : asks.slice(0, beyond);
}

/**
 * Leaves out the faintest evidence of a plan that would cost too much. The faintest first is what tells little for the
 * songs it would touch: units per root of the frequency, compared in whole numbers. What the client wants to
 * avoid stays and is not counted; and so that there is something to look for, what tells most for a song stays too.
 */
function affordable(asks: readonly PlannedAsk[], index: RankingIndex): readonly PlannedAsk[] {
  const costOf = ({ term }: PlannedTerm): number => index.frequency(term.term);
  const open = asks.filter((ask) => !isAversion(ask)).flatMap(({ terms }) => terms);
  let over = open.reduce((sum, term) => sum + costOf(term), -(POSTINGS_MIN + POSTINGS_PER_SONG * index.songCount));
  if (over <= 0) return asks;
  const left = new Set<PlannedTerm>();
  const faintestFirst = open.toSorted((a, b) => a.units * a.units * costOf(b) - b.units * b.units * costOf(a));
  const speaksFor = new Set(asks.filter(({ sign }) => sign > 0).flatMap(({ terms }) => terms));
  const foremost = faintestFirst.findLast((term) => speaksFor.has(term));
  for (const term of faintestFirst) {
    if (over <= 0) break;
    if (term === foremost) continue;
    left.add(term);
    over -= costOf(term);
  }
  return asks.flatMap((ask) => {
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

/** A term that serves an ask twice serves it once, by its larger part. */
function bestParts(terms: readonly AskTerm[]): readonly AskTerm[] {
  if (terms.length === 1) return terms;
  const best = new Map<number, AskTerm>();
  for (const term of terms) {
    const known = best.get(term.term);
    if (known === undefined || known.part < term.part) best.set(term.term, term);
  }
  return [...best.values()];
}
