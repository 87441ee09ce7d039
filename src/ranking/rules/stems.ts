import { columnRule } from "../column-check.ts";

/** Judges whether a song has stems, which the catalog always knows. */
export const stemsRule = columnRule("stems", ({ sections }) => ({
  column: { values: sections.hasStems, unknown: Number.NaN, met: [[1, 1]] },
  reason: () => "stems available",
}));
