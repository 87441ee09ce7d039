import { ENERGIES } from "../../../schema/song.ts";
import { describeConstraint } from "../describe-constraint.ts";
import { UNKNOWN } from "../packed-format.ts";
import { DOUBT, type Rule } from "../rule.ts";

/** Judges by the energy that the catalog gives. An inferred energy is a guess and decides no constraint. */
export const energyRule: Rule = {
  name: "energy",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "energy")
      .map((constraint) => ({
        of: "song" as const,
        constraint: describeConstraint(constraint),
        doubt: DOUBT.other,
        column: {
          values: index.sections.energyGiven,
          unknown: UNKNOWN,
          met: constraint.levels.map((level) => [ENERGIES.indexOf(level), ENERGIES.indexOf(level)] as const),
        },
        judge: (place: number) => {
          const level = ENERGIES[index.sections.energyGiven[place] ?? ENERGIES.length];
          if (level === undefined) return "unknown";
          return constraint.levels.includes(level) ? "met" : "failed";
        },
        reason: (place: number) => {
          const level = ENERGIES[index.sections.energyGiven[place] ?? ENERGIES.length];
          return level === undefined ? null : `${level.replace("_", " ")} energy`;
        },
      })),
  }),
};
