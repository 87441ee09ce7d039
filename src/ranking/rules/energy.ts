import { ENERGIES } from "../../../schema/song.ts";
import { columnRule } from "../column-check.ts";
import { reasonOf } from "../describe-reason.ts";
import { UNKNOWN } from "../packed-format.ts";

/** Judges by the catalog's energy. An inferred energy is a guess, so it never decides a constraint. */
export const energyRule = columnRule("energy", ({ sections: { energyGiven } }, { levels }) => ({
  column: {
    values: energyGiven,
    unknown: UNKNOWN,
    met: levels.map((level) => [ENERGIES.indexOf(level), ENERGIES.indexOf(level)]),
  },
  reason: (place) => {
    const level = ENERGIES[energyGiven[place] ?? UNKNOWN];
    return level === undefined ? null : reasonOf({ kind: "energy", level, measured: false });
  },
}));
