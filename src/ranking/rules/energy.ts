import { ENERGIES } from "../../../schema/song.ts";
import { songCheck } from "../column-check.ts";
import { UNKNOWN } from "../packed-format.ts";
import type { Rule } from "../rule.ts";

/** Judges by the energy that the catalog gives. An inferred energy is a guess and decides no constraint. */
export const energyRule: Rule = {
  name: "energy",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "energy")
      .map((constraint) =>
        songCheck({
          constraint,
          column: {
            values: index.sections.energyGiven,
            unknown: UNKNOWN,
            met: constraint.levels.map((level) => [ENERGIES.indexOf(level), ENERGIES.indexOf(level)]),
          },
          reason: (place) => {
            const level = ENERGIES[index.sections.energyGiven[place] ?? UNKNOWN];
            return level === undefined ? null : `${level.replace("_", " ")} energy`;
          },
        }),
      ),
  }),
};
