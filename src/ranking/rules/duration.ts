import { describeConstraint, minutesAndSeconds } from "../describe-constraint.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { DOUBT, type Rule } from "../rule.ts";

/** Judges each full version, together with its vocals. */
export const durationRule: Rule = {
  name: "duration",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "duration")
      .map((constraint) => ({
        of: "version" as const,
        constraint: describeConstraint(constraint),
        doubt: DOUBT.other,
        column: {
          values: index.sections.fileDuration,
          unknown: Number.NaN,
          met: [[constraint.minSeconds, constraint.maxSeconds] as const],
        },
        judge: (file: number) => {
          const seconds = index.sections.fileDuration[file] ?? Number.NaN;
          if (Number.isNaN(seconds)) return "unknown";
          return seconds >= constraint.minSeconds && seconds <= constraint.maxSeconds ? "met" : "failed";
        },
        distance: (file: number) => {
          const seconds = index.sections.fileDuration[file] ?? Number.NaN;
          return Number.isNaN(seconds) ? Number.MAX_SAFE_INTEGER : Math.abs(seconds - wantedLength(constraint));
        },
        reason: (_, file) => lengthOf(index, file),
      })),
  }),
};

/**
 * Returns the middle of a range, from which "60 seconds" and "about 3 minutes" were made, or the closed end of an open
 * range.
 */
function wantedLength({
  minSeconds,
  maxSeconds,
}: {
  readonly minSeconds: number;
  readonly maxSeconds: number;
}): number {
  if (maxSeconds >= Number.MAX_SAFE_INTEGER) return minSeconds;
  return minSeconds <= 0 ? maxSeconds : (minSeconds + maxSeconds) / 2;
}

function lengthOf(index: RankingIndex, file: number | null): string | null {
  const seconds = file === null ? undefined : index.sections.fileDuration[file];
  if (seconds === undefined || Number.isNaN(seconds)) return null;
  return `${minutesAndSeconds(seconds)} long`;
}
