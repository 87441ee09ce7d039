import { columnRule } from "../column-check.ts";
import { reasonOf } from "../describe-reason.ts";

/** Judges by any of the tempo ranges that the brief names. */
export const tempoRule = columnRule("tempo", ({ sections: { bpm } }, { ranges }) => ({
  column: { values: bpm, unknown: Number.NaN, met: ranges.map(({ minBpm, maxBpm }) => [minBpm, maxBpm]) },
  reason: (place) => reasonOf({ kind: "tempo", bpm: Math.round(bpm[place] ?? 0), felt: null, measured: false }),
}));
