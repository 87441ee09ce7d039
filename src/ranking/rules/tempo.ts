import { songCheck } from "../column-check.ts";
import type { Rule } from "../rule.ts";

/** Judges by any of the tempo ranges that the brief names. */
export const tempoRule: Rule = {
  name: "tempo",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "tempo")
      .map((constraint) =>
        songCheck({
          constraint,
          column: {
            values: index.sections.bpm,
            unknown: Number.NaN,
            met: constraint.ranges.map(({ minBpm, maxBpm }) => [minBpm, maxBpm]),
          },
          reason: (place) => `${Math.round(index.sections.bpm[place] ?? 0)} bpm`,
        }),
      ),
  }),
};
