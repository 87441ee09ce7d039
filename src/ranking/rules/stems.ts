import { columnRule } from "../column-check.ts";
import { constraintReason } from "../describe-reason.ts";

/** Judges whether a song has stems, which the catalog always knows. */
export const stemsRule = columnRule("stems", ({ sections }, constraint) => ({
  column: { values: sections.hasStems, unknown: Number.NaN, met: [[1, 1]] },
  reason: () => constraintReason(constraint),
}));
