import { columnRule } from "../column-check.ts";

/** Judges by any of the tempo ranges that the brief names. */
export const tempoRule = columnRule("tempo", ({ sections: { bpm } }, { ranges }) => ({
  column: { values: bpm, unknown: Number.NaN, met: ranges.map(({ minBpm, maxBpm }) => [minBpm, maxBpm]) },
  reason: (place) => `${Math.round(bpm[place] ?? 0)} bpm`,
}));
