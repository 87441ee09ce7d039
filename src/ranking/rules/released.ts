import { describeConstraint } from "../describe-constraint.ts";
import { UNKNOWN_YEAR } from "../packed-format.ts";
import { DOUBT, type Rule } from "../rule.ts";

/** Judges by the calendar year, UTC. */
export const releasedRule: Rule = {
  name: "released",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "released")
      .map((constraint) => ({
        of: "song" as const,
        constraint: describeConstraint(constraint),
        doubt: DOUBT.other,
        column: {
          values: index.sections.releasedYear,
          unknown: UNKNOWN_YEAR,
          met: [[constraint.fromYear ?? -Infinity, constraint.toYear ?? Infinity] as const],
        },
        judge: (place: number) => {
          const year = index.yearOf(place);
          if (year === null) return "unknown";
          const late = constraint.fromYear === null || year >= constraint.fromYear;
          const early = constraint.toYear === null || year <= constraint.toYear;
          return late && early ? "met" : "failed";
        },
        reason: (place: number) => `released ${index.yearOf(place)}`,
      })),
  }),
};
