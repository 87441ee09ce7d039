import { songCheck } from "../column-check.ts";
import type { Rule } from "../rule.ts";

/** Judges whether a song has stems, which the catalog always knows. */
export const stemsRule: Rule = {
  name: "stems",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "stems")
      .map((constraint) =>
        songCheck({
          constraint,
          column: { values: index.sections.hasStems, unknown: Number.NaN, met: [[1, 1]] },
          reason: () => "stems available",
        }),
      ),
  }),
};
