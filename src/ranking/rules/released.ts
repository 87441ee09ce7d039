import { songCheck } from "../column-check.ts";
import { UNKNOWN_YEAR } from "../packed-format.ts";
import type { Rule } from "../rule.ts";

/** Judges by the calendar year, UTC. */
export const releasedRule: Rule = {
  name: "released",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "released")
      .map((constraint) =>
        songCheck({
          constraint,
          column: {
            values: index.sections.releasedYear,
            unknown: UNKNOWN_YEAR,
            met: [[constraint.fromYear ?? -Infinity, constraint.toYear ?? Infinity]],
          },
          reason: (place) => `released ${index.sections.releasedYear[place]}`,
        }),
      ),
  }),
};
