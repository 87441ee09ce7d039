/** Constraints beyond these limits are left to the constraint judge. */
const TESTS_MAX = 32;
const RANGES_MAX = 16;

/** A verdict that depends on one value of each song or full version. */
export interface ColumnTest {
  /** A section of the index. */
  readonly values: Uint8Array | Int16Array | Float32Array;
  /** The value that means unknown; NaN always does. */
  readonly unknown: number;
  /** The constraint is met within any of these ranges, both ends included, and failed outside. */
  readonly met: readonly (readonly [from: number, to: number])[];
}

/** The part of a check that a screen reads. */
interface ScreenedCheck {
  readonly of: "song" | "version";
  readonly doubt: number;
  readonly column?: ColumnTest;
  readonly doubtColumn?: ColumnTest;
}

export interface ScreenTest extends ColumnTest {
  /** The doubt of an unknown value. */
  readonly doubt: number;
}

/** The constraints that columns decide, in a form that a scanner can test. */
export interface Screen {
  readonly ofSong: readonly ScreenTest[];
  readonly ofVersion: readonly ScreenTest[];
  /** Whether these are all constraints. If not, they give only the least doubt and some of the failures. */
  readonly isComplete: boolean;
}

export const NO_SCREEN: Screen = { ofSong: [], ofVersion: [], isComplete: false };

export function screenOf(checks: readonly ScreenedCheck[], bars: number): Screen {
  const tests = checks.slice(0, TESTS_MAX).flatMap(({ of, column, doubtColumn, doubt }) => {
    const tested = column ?? doubtColumn;
    if (tested === undefined || tested.met.length > RANGES_MAX) return [];
    return [{ of, test: { ...tested, doubt }, isDecided: column !== undefined }];
  });
  return {
    ofSong: tests.filter(({ of }) => of === "song").map(({ test }) => test),
    ofVersion: tests.filter(({ of }) => of === "version").map(({ test }) => test),
    isComplete: bars === 0 && tests.filter(({ isDecided }) => isDecided).length === checks.length,
  };
}
