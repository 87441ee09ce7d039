import { describeConstraint } from "../describe-constraint.ts";
import { DOUBT, type Rule } from "../rule.ts";

export const tempoRule: Rule = {
  name: "tempo",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "tempo")
      .map((constraint) => ({
        of: "song" as const,
        constraint: describeConstraint(constraint),
        doubt: DOUBT.other,
        column: {
          values: index.sections.bpm,
          unknown: Number.NaN,
          met: constraint.ranges.map(({ minBpm, maxBpm }) => [minBpm, maxBpm] as const),
        },
        judge: (place: number) => {
          const bpm = index.sections.bpm[place] ?? Number.NaN;
          if (Number.isNaN(bpm)) return "unknown";
          return constraint.ranges.some(({ minBpm, maxBpm }) => bpm >= minBpm && bpm <= maxBpm) ? "met" : "failed";
        },
        reason: (place: number) => `${Math.round(index.sections.bpm[place] ?? 0)} bpm`,
      })),
  }),
};
