import { versionCheck } from "../column-check.ts";
import { type Reason, reasonOf } from "../describe-reason.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { Rule } from "../rule.ts";

/** Judges each full version, together with its vocals. */
export const durationRule: Rule = {
  name: "duration",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "duration")
      .map((constraint) => {
        const { minSeconds, maxSeconds } = constraint;
        const values = index.sections.fileDuration;
        const column = { values, unknown: Number.NaN, met: [[minSeconds, maxSeconds] as const] };
        const wanted = wantedLength(minSeconds, maxSeconds);
        return versionCheck({ constraint, column, reason: (_, file) => lengthOf(index, file) }, (file) => {
          const seconds = values[file] ?? Number.NaN;
          return Number.isNaN(seconds) ? Number.MAX_SAFE_INTEGER : Math.abs(seconds - wanted);
        });
      }),
  }),
};

/**
 * Returns the duration that the client named: the middle of a range ("60 seconds", "about 3 minutes"), or the closed end
 * of an open range.
 */
function wantedLength(minSeconds: number, maxSeconds: number): number {
  if (maxSeconds >= Number.MAX_SAFE_INTEGER) return minSeconds;
  return minSeconds <= 0 ? maxSeconds : (minSeconds + maxSeconds) / 2;
}

function lengthOf(index: RankingIndex, file: number | null): Reason | null {
  const seconds = file === null ? undefined : index.sections.fileDuration[file];
  if (seconds === undefined || Number.isNaN(seconds)) return null;
  return reasonOf({ kind: "length", seconds: Math.round(seconds) });
}
