import { columnRule } from "../column-check.ts";
import { reasonOf } from "../describe-reason.ts";
import { UNKNOWN_YEAR } from "../packed-format.ts";

/** Judges by the calendar year, UTC. */
export const releasedRule = columnRule("released", ({ sections: { releasedYear } }, { fromYear, toYear }) => ({
  column: { values: releasedYear, unknown: UNKNOWN_YEAR, met: [[fromYear ?? -Infinity, toYear ?? Infinity]] },
  reason: (place) => reasonOf({ kind: "released", year: releasedYear[place] ?? UNKNOWN_YEAR }),
}));
