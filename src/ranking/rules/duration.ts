import { describeConstraint } from "../../brief/describe-constraint.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { DOUBT, type Rule } from "../rule.ts";

/** Judged per full version, together with its vocals. */
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
        reason: (_, file) => lengthOf(index, file),
      })),
  }),
};

/** As a player shows it. */
function lengthOf(index: RankingIndex, file: number | null): string | null {
  const seconds = file === null ? undefined : index.sections.fileDuration[file];
  if (seconds === undefined || Number.isNaN(seconds)) return null;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")} long`;
}
