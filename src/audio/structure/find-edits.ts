import { likenessOf, type Stretch } from "./bar-features.ts";

/** A join of two bars by the numbers of downbeats: the music leaves at one and goes on at the other. */
export interface Edit {
  readonly leave: number;
  readonly enter: number;
  /** 0 to 1. */
  readonly likeness: number;
}

/** Edits that are kept for each bar line. */
const EDITS_PER_BAR = 6;
/** Bars that are less alike are heard as a cut. */
const LIKENESS_MIN = 0.45;
const LOOPS_MAX = 5;
const LOOP_BARS_MIN = 4;
const LOOP_LIKENESS_MIN = 0.6;

/**
 * Finds joins that are hardly heard. The bar before the join must be like the bar that comes before the entry in the piece, whose
 * echo is in the recording, and the bar after it like the bar that would have followed.
 */
export function findEdits(bars: readonly Stretch[]): readonly Edit[] {
  const likeness = bars.map((one) => bars.map((other) => likenessOf(one, other)));
  const between = (one: number, other: number): number => likeness[one]?.[other] ?? 0;
  const edits: Edit[] = [];
  for (let leave = 1; leave < bars.length; leave++) {
    const candidates: Edit[] = [];
    for (let enter = 1; enter < bars.length; enter++) {
      if (enter === leave) continue;
      const value = Math.sqrt(between(leave - 1, enter - 1) * between(leave, enter));
      if (value >= LIKENESS_MIN) candidates.push({ leave, enter, likeness: Math.round(value * 100) / 100 });
    }
    edits.push(...candidates.toSorted((one, other) => other.likeness - one.likeness).slice(0, EDITS_PER_BAR));
  }
  return edits;
}

/** The longest and most alike stretches that can be repeated: a join that goes back by four bars or more. */
export function findLoops(edits: readonly Edit[]): readonly Edit[] {
  const worth = ({ leave, enter, likeness }: Edit): number =>
    likeness + 0.05 * Math.log2(leave - enter) + ((leave - enter) % LOOP_BARS_MIN === 0 ? 0.1 : 0);
  return edits
    .filter(({ leave, enter, likeness }) => leave - enter >= LOOP_BARS_MIN && likeness >= LOOP_LIKENESS_MIN)
    .toSorted((one, other) => worth(other) - worth(one))
    .slice(0, LOOPS_MAX);
}
