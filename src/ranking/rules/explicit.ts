import { describeConstraint } from "../describe-constraint.ts";
import { UNKNOWN } from "../packed-format.ts";
import { DOUBT, type Rule } from "../rule.ts";

/** "Clean" cuts songs that are known to be explicit, "explicit" those known to be clean. */
export const explicitRule: Rule = {
  name: "explicit",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "clean" || constraint.kind === "explicit")
      .map((constraint) => ({
        of: "song" as const,
        constraint: describeConstraint(constraint),
        doubt: DOUBT.explicit,
        column: {
          values: index.sections.explicit,
          unknown: UNKNOWN,
          met: [constraint.kind === "explicit" ? ([1, 1] as const) : ([0, 0] as const)],
        },
        judge: (place: number) => {
          const known = index.sections.explicit[place] ?? UNKNOWN;
          if (known === UNKNOWN) return "unknown";
          return (known === 1) === (constraint.kind === "explicit") ? "met" : "failed";
        },
        reason: () => (constraint.kind === "clean" ? "no explicit lyrics" : null),
      })),
  }),
};
