import { describeConstraint } from "../../brief/describe-constraint.ts";
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
        reason: () => describeConstraint(constraint),
      })),
  }),
};
