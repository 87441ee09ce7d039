/** More than these in one search are left to the jury. */
const TESTS_MAX = 32;
const RANGES_MAX = 16;

/** A verdict by one value of each song, or of each full version. */
export interface ColumnTest {
  /** A section of the index. */
  readonly values: Uint8Array | Int16Array | Float32Array;
  /** The value that says nothing; NaN never says anything. */
  readonly unknown: number;
  /** Met within any of these, both ends included; failed beside them. */
  readonly met: readonly (readonly [from: number, to: number])[];
}

/** What a screen reads of a constraint's check. */
interface ScreenedCheck {
  readonly of: "song" | "version";
  readonly doubt: number;
  readonly column?: ColumnTest;
}

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

export function screenOf(checks: readonly ScreenedCheck[], bars: number): Screen {
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
