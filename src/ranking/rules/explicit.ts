import { songCheck } from "../column-check.ts";
import { constraintReason } from "../describe-reason.ts";
import { UNKNOWN } from "../packed-format.ts";
import { DOUBT, type Rule } from "../rule.ts";

/** "Clean" cuts songs that are known to be explicit, "explicit" those known to be clean. */
export const explicitRule: Rule = {
  name: "explicit",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "clean" || constraint.kind === "explicit")
      .map((constraint) =>
        songCheck({
          constraint,
          doubt: DOUBT.explicit,
          column: {
            values: index.sections.explicit,
            unknown: UNKNOWN,
            met: [constraint.kind === "explicit" ? [1, 1] : [0, 0]],
          },
          reason: () => (constraint.kind === "clean" ? constraintReason(constraint) : null),
        }),
      ),
  }),
};
