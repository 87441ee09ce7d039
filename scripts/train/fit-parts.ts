import { PART_KINDS } from "../../src/brief/parts/part-kind.ts";
import { fitLinear, weightLine } from "./fit-linear.ts";
import type { PartSample } from "./part-samples.ts";

// The settings were chosen by cross-validation within the training part (`bun scripts/train-parts.ts`).
const SETTINGS = { classes: PART_KINDS.length, epochs: 6, rate: 0.15, decay: 0.03, samplesMin: 2, weightMin: 0.06 };
/** Share of the evidence that a change of kind has, compared with the words of a segment. */
const CHAIN = 0.6;
/** By kind: rare kinds count more. */
const COSTS = [1, 1, 2, 1.5, 1];
const KINDS: number = PART_KINDS.length;

/** Fits the model to texts, each a list of segments, and returns the lines that `readPartModel` parses. */
export function fitParts(texts: readonly (readonly PartSample[])[]): string {
  const samples = texts.flat().map(({ features, kind }) => ({ features, label: kind, cost: COSTS[kind] ?? 1 }));
  return [
    `# Written by scripts/train-parts.ts: feature, then weights of ${PART_KINDS.join(", ")} in hundredths.`,
    ...followsIn(texts).map((row, at) => weightLine(`after ${PART_KINDS[at] ?? ""}`, row)),
    ...fitLinear(samples, SETTINGS),
    "",
  ].join("\n");
}

/** Returns, by the kind before and the kind after, how much likelier the pair is than by chance, as a logarithm. */
function followsIn(texts: readonly (readonly PartSample[])[]): readonly (readonly number[])[] {
  const counts = PART_KINDS.map(() => PART_KINDS.map(() => 1));
  const totals = PART_KINDS.map(() => KINDS);
  for (const { kind } of texts.flat()) totals[kind] = (totals[kind] ?? 0) + 1;
  for (const samples of texts) {
    for (const [at, { kind }] of samples.slice(1).entries()) {
      const row = counts[samples[at]?.kind ?? kind] ?? [];
      row[kind] = (row[kind] ?? 0) + 1;
    }
  }
  const all = sum(totals);
  return counts.map((row) =>
    row.map((count, to) => CHAIN * (Math.log(count / sum(row)) - Math.log((totals[to] ?? 1) / all))),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
