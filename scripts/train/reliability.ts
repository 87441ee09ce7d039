import type { Shares } from "../../src/analysis/decide.ts";
import { confidenceOf } from "../../src/analysis/heads.ts";
import type { Head } from "../../src/analysis/learned-heads.ts";

/** A decision about a picture that no head was trained on. */
export interface Decision {
  readonly shares: Shares;
  readonly right: string;
}

/** How the joint probability of a head's value becomes its confidence. */
export type Certainty = Pick<Head, "slope" | "mostSure">;

/** Decisions with a confidence in a range: what is said on average, and the share of right ones. */
export interface Bin {
  readonly from: number;
  readonly count: number;
  readonly said: number;
  readonly right: number;
}

const BINS = [0.5, 0.6, 0.7, 0.8, 0.9] as const;
const PROMISE = 0.9;
/** Fewer decisions do not show that a promise is kept. */
const SAID_MIN = 20;
/** The highest confidence of a head that does not keep its promise. */
const UNPROMISED = 0.89;
/** A slope is chosen without a limit. */
const UNLIMITED = 1;
const SLOPE = { least: 0.3, most: 1, step: 0.05 } as const;

/** Returns the slope of the confidence with the highest likelihood of what turned out right. It never exceeds 1. */
export function slopeOf(decisions: readonly Decision[]): number {
  let best: { slope: number; loss: number } = { slope: 1, loss: Number.POSITIVE_INFINITY };
  for (let slope: number = SLOPE.most; slope >= SLOPE.least - SLOPE.step / 2; slope -= SLOPE.step) {
    const loss = decisions.reduce((sum, decision) => {
      const { confidence, isRight } = topOf(decision, { slope, mostSure: UNLIMITED });
      return sum - Math.log(Math.max(1e-4, isRight ? confidence : 1 - confidence));
    }, 0);
    if (loss < best.loss) best = { slope: rounded(slope), loss };
  }
  return best.slope;
}

/** Returns the largest slope at which what is said with at least `PROMISE` is right as often, or is not said. */
export function promisedSlope(decisions: readonly Decision[]): number {
  for (let slope: number = SLOPE.most; slope > SLOPE.least; slope = rounded(slope - SLOPE.step)) {
    const { said, right } = saidWithPromise(decisions, slope);
    if (right >= PROMISE * said) return slope;
  }
  return SLOPE.least;
}

/**
 * Returns 1 if enough decisions show that what is said with at least `PROMISE` is right as often. Otherwise the limit is below
 * `PROMISE`: nothing shows that another picture with such a confidence would be right.
 */
export function mostSureOf(decisions: readonly Decision[], slope: number): number {
  const { said, right } = saidWithPromise(decisions, slope);
  return said >= SAID_MIN && right >= PROMISE * said ? UNLIMITED : UNPROMISED;
}

function saidWithPromise(
  decisions: readonly Decision[],
  slope: number,
): { readonly said: number; readonly right: number } {
  const said = decisions
    .map((decision) => topOf(decision, { slope, mostSure: UNLIMITED }))
    .filter(({ confidence }) => confidence >= PROMISE);
  return { said: said.length, right: said.filter(({ isRight }) => isRight).length };
}

/** Returns the reliability of what is said with a confidence above 0.5, by confidence. */
export function reliabilityOf(decisions: readonly Decision[], certainty: Certainty): Bin[] {
  const tops = decisions.map((decision) => topOf(decision, certainty));
  return BINS.map((from, at) => {
    const to = BINS[at + 1] ?? Number.POSITIVE_INFINITY;
    const said = tops.filter(({ confidence }) => confidence >= from && confidence < to);
    const mean = (of: (one: (typeof tops)[number]) => number): number =>
      said.length === 0 ? 0 : rounded(said.reduce((sum, one) => sum + of(one), 0) / said.length);
    return {
      from,
      count: said.length,
      said: mean(({ confidence }) => confidence),
      right: mean(({ isRight }) => (isRight ? 1 : 0)),
    };
  });
}

function topOf(
  { shares, right }: Decision,
  certainty: Certainty,
): { readonly confidence: number; readonly isRight: boolean } {
  const [value, share] = Object.entries(shares).reduce((top, one) => (one[1] > top[1] ? one : top));
  return { confidence: confidenceOf(share, certainty), isRight: value === right };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
