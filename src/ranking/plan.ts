import type { Ask, AskTerm } from "./rule.ts";

/** All that a search asks for shares this many units, so that sums stay whole numbers below 2^31. */
const UNITS = 20_000;

/** All that speaks against a song, at most: with a hundred things to avoid a sum still stays above -2^31. */
const AGAINST_MAX = 20 * UNITS;

/** More than this in one brief is a bag of words; the least wanted are left out. */
const ASKS_MAX = 300;

/** In all asks together; what a scanner keeps of a plan has a fixed room. */
const TERMS_MAX = 20_000;

/** An ask with its terms weighted in whole units: integer sums are the same on every machine. */
export interface PlannedAsk {
  readonly ask: Ask;
  readonly sign: 1 | -1;
  readonly terms: readonly PlannedTerm[];
}

export interface PlannedTerm {
  readonly term: AskTerm;
  readonly units: number;
}

export interface Plan {
  readonly asks: readonly PlannedAsk[];
  /** What a song that answers every ask in full would earn. */
  readonly best: number;
}

export function planScan(asks: readonly Ask[]): Plan {
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
    return {
      ask,
      sign: ask.weight > 0 ? 1 : -1,
      terms: bestParts(ask.terms).map((term) => ({ term, units: Math.max(1, Math.round(units * term.part)) })),
    };
  });
  return { asks: withinRoom(planned), best: UNITS * 255 };
}

/** The asks of most weight whose terms, taken together, are not too many. */
function withinRoom(asks: readonly PlannedAsk[]): readonly PlannedAsk[] {
  let terms = 0;
  const beyond = asks.findIndex((ask) => (terms += ask.terms.length) > TERMS_MAX);
  return beyond < 0 ? asks : asks.slice(0, beyond);
}

/** A term that serves an ask twice serves it once, by its larger part. */
function bestParts(terms: readonly AskTerm[]): AskTerm[] {
  const best = new Map<number, AskTerm>();
  for (const term of terms) {
    const known = best.get(term.term);
    if (known === undefined || known.part < term.part) best.set(term.term, term);
  }
  return [...best.values()];
}
