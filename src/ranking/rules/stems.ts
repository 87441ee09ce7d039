import { describeConstraint } from "../describe-constraint.ts";
import { DOUBT, type Rule } from "../rule.ts";

/** Judges whether a song has stems, which the catalog always knows. */
export const stemsRule: Rule = {
  name: "stems",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "stems")
      .map((constraint) => ({
        of: "song" as const,
        constraint: describeConstraint(constraint),
        doubt: DOUBT.other,
        column: { values: index.sections.hasStems, unknown: Number.NaN, met: [[1, 1] as const] },
        judge: (place: number) => (index.sections.hasStems[place] === 1 ? "met" : "failed"),
        reason: () => "stems available",
      })),
  }),
};
