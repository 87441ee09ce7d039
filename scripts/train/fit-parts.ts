import { PART_KINDS } from "../../src/brief/parts/part-kind.ts";
import { addWeights, softmax, WEIGHT_UNITS } from "../../src/brief/parts/part-model.ts";
import type { PartSample } from "./part-samples.ts";

// The settings were chosen by cross-validation within the training part (`bun scripts/train-parts.ts`).
const EPOCHS = 6;
const RATE = 0.15;
const DECAY = 0.03;
/** The squared gradients of a weight before the first step, which limit that step. */
const SQUARES_START = 0.01;
/** Share of the evidence that a change of kind has, compared with the words of a segment. */
const CHAIN = 0.6;
/** By kind: rare kinds count more. */
const COSTS = [1, 1, 2, 1.5, 1];
/** Features of fewer segments are left out. */
const SEGMENTS_MIN = 2;
/** Features with smaller weights are left out of the file. */
const WEIGHT_MIN = 0.06;
const KINDS: number = PART_KINDS.length;

/** Fits the model to texts, each a list of segments, and returns the lines that `readPartModel` parses. */
export function fitParts(texts: readonly (readonly PartSample[])[]): string {
  const rows = rowsOf(texts.flat());
  const weights = fitWeights(texts.flat(), rows);
  const features = [...rows].map(
    ([name, row]) => [name, [...weights.subarray(row * KINDS, (row + 1) * KINDS)]] as const,
  );
  return [
    `# Written by scripts/train-parts.ts: feature, then weights of ${PART_KINDS.join(", ")} in hundredths.`,
    ...followsIn(texts).map((row, at) => lineOf(`after ${PART_KINDS[at] ?? ""}`, row)),
    ...features
      .filter(([, row]) => Math.max(...row.map(Math.abs)) >= WEIGHT_MIN)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, row]) => lineOf(name, row)),
    "",
  ].join("\n");
}

function rowsOf(samples: readonly PartSample[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const feature of samples.flatMap(({ features }) => features))
    counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= SEGMENTS_MIN);
  return new Map(frequent.map(([feature], row) => [feature, row]));
}

/** Fits the weights by AdaGrad (Duchi, Hazan and Singer, 2011) on the multinomial logistic loss. */
function fitWeights(samples: readonly PartSample[], rows: ReadonlyMap<string, number>): Float64Array {
  const weights = new Float64Array(rows.size * KINDS);
  const squares = new Float64Array(rows.size * KINDS).fill(SQUARES_START);
  const known = samples.map(({ features, kind }) => ({ kind, rows: features.flatMap((name) => rows.get(name) ?? []) }));
  for (const { rows: present, kind } of shuffled(known, EPOCHS)) {
    const chances = softmax(addWeights(present, weights));
    for (const [one, chance] of chances.entries()) {
      const error = ((one === kind ? 1 : 0) - chance) * (COSTS[kind] ?? 1);
      for (const row of present) {
        const at = row * KINDS + one;
        const gradient = error - DECAY * (weights[at] ?? 0);
        squares[at] = (squares[at] ?? 0) + gradient * gradient;
        weights[at] = (weights[at] ?? 0) + (RATE * gradient) / Math.sqrt(squares[at] ?? 1);
      }
    }
  }
  return weights;
}

/** Yields all items once per epoch, each time in another order, and always in the same orders. */
function* shuffled<Item>(items: readonly Item[], epochs: number): Generator<Item, void, undefined> {
  let seed = 1;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const keyed = items.map((item) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return { item, key: seed };
    });
    for (const { item } of keyed.toSorted((a, b) => a.key - b.key)) yield item;
  }
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

function lineOf(name: string, weights: readonly number[]): string {
  return `${name}\t${weights.map((weight) => Math.round(weight * WEIGHT_UNITS)).join(" ")}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
