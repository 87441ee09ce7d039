import type { Check, ColumnTest } from "../rule.ts";

/** More than these in one search are left to the jury. */
const TESTS_MAX = 32;
const RANGES_MAX = 16;

export interface ScreenTest extends ColumnTest {
  /** What an unknown costs. */
  readonly doubt: number;
}

/** The constraints that columns decide, in a form that a scanner can judge by. */
export interface Screen {
  readonly ofSong: readonly ScreenTest[];
  readonly ofVersion: readonly ScreenTest[];
  /** Whether these are all there is to judge; otherwise they only tell the least doubt, and some of what fails. */
  readonly isWhole: boolean;
}

export const NO_SCREEN: Screen = { ofSong: [], ofVersion: [], isWhole: false };

export function screenOf(checks: readonly Check[], bars: number): Screen {
  const tests = checks.slice(0, TESTS_MAX).flatMap(({ of, column, doubt }) => {
    if (column === undefined || column.met.length > RANGES_MAX) return [];
    return [{ of, test: { ...column, doubt } }];
  });
  return {
    ofSong: tests.filter(({ of }) => of === "song").map(({ test }) => test),
    ofVersion: tests.filter(({ of }) => of === "version").map(({ test }) => test),
    isWhole: bars === 0 && tests.length === checks.length,
  };
}
