import type { SituationModel, SituationValues } from "../../src/brief/situations/situation-model.ts";

/** Returns the lines that `readSituationModel` parses: totals, similar situations, then a line per cue. */
export function situationLines({ counts, totals, total, similar }: SituationModel): string {
  return [
    "# Written by scripts/train-situations.ts: the sum of all counts, totals by situation, similar situations with their",
    "# share, then by cue its counts, as situation:count.",
    rounded(total),
    totals.map(rounded).join(" "),
    ...similar.map(pairs),
    ...[...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([cue, of]) => `${cue}\t${pairs(of)}`),
    "",
  ].join("\n");
}

function pairs({ situations, values }: SituationValues): string {
  if (situations.length === 0) return "-";
  return situations.map((situation, at) => `${situation}:${rounded(values[at] ?? 0)}`).join(" ");
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}
