import type { MeasuredArc } from "../../schema/song.ts";

/** A rise or a fall from the first to the last quarter is at least this much, in LU. */
const SLOPE_MIN = 6;
/** It goes on after the first, or begins before the last, quarter: an intro alone is no rise. */
const GOES_ON_MIN = 2;
/** On its way, a quarter can go back by at most this. */
const BACK_MAX = 2;
/** The middle of an arch is at least this much above both ends. */
const ARCH_MIN = 4;
/** Of a steady track, the quarters differ by at most this, and single parts by at most that; without a fade at an end. */
const STEADY_QUARTERS_MAX = 2.5;
const STEADY_PARTS_MAX = 5;

type Quarters = readonly [number, number, number, number];

/**
 * Names the arc of a loudness curve: the loudness of equal parts in LUFS. Compares the medians of its quarters, so that a
 * fade or a break does not decide. Null if no name fits clearly.
 */
export function arcOfCurve(curve: readonly number[]): MeasuredArc | null {
  const quarters = quartersOf(curve);
  if (isRise(quarters)) return "rising";
  if (isRise(quarters.toReversed())) return "falling";
  const [first, second, third, last] = quarters;
  if (Math.max(second, third) - Math.max(first, last) >= ARCH_MIN) return "arch";
  const isSteady = range(quarters) <= STEADY_QUARTERS_MAX && range(curve.slice(1, -1)) <= STEADY_PARTS_MAX;
  return isSteady ? "steady" : null;
}

function isRise(quarters: readonly number[]): boolean {
  const [first = 0, second = 0, , last = 0] = quarters;
  const isSteep = last - first >= SLOPE_MIN && last - second >= GOES_ON_MIN;
  return isSteep && quarters.every((level, at) => at === 0 || level >= (quarters[at - 1] ?? level) - BACK_MAX);
}

function quartersOf(curve: readonly number[]): Quarters {
  const quarter = (at: number): number =>
    medianOf(curve.slice(Math.floor((at * curve.length) / 4), Math.floor(((at + 1) * curve.length) / 4)));
  return [quarter(0), quarter(1), quarter(2), quarter(3)];
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

function range(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}
