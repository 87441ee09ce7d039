import { addWeights, softmax, WEIGHT_UNITS } from "../../src/brief/linear-model.ts";

/** The features of one text, segment or phrase, and its class. `cost` is how much an error counts; 1 by default. */
export interface LinearSample {
  readonly features: readonly string[];
  readonly label: number;
  readonly cost?: number;
}

/** The settings of `fitLinear`. */
export interface FitSettings {
  readonly classes: number;
  readonly epochs: number;
  /** Length of the first step. */
  readonly rate: number;
  /** Share of a weight that each step takes away. */
  readonly decay: number;
  /** Features of fewer samples are left out. */
  readonly samplesMin: number;
  /** Features with smaller weights are left out of the file. */
  readonly weightMin: number;
}

/** The squared gradients of a weight before the first step, which limit that step. */
const SQUARES_START = 0.01;

/**
 * Fits a softmax model by AdaGrad (Duchi, Hazan and Singer, 2011) and returns the lines that `readLinearModel` parses.
 * The same samples give the same lines.
 */
export function fitLinear(samples: readonly LinearSample[], settings: FitSettings): readonly string[] {
  const rows = rowsOf(samples, settings.samplesMin);
  return linesOf(rows, fitWeights(samples, rows, settings), settings);
}

/** Returns a line of a file of weights. */
export function weightLine(name: string, weights: readonly number[]): string {
  return `${name}\t${weights.map((weight) => Math.round(weight * WEIGHT_UNITS)).join(" ")}`;
}

/** Returns the lines of all features with a weight that is not too small, by name. */
function linesOf(
  rows: ReadonlyMap<string, number>,
  weights: Float64Array,
  { classes, weightMin }: Pick<FitSettings, "classes" | "weightMin">,
): readonly string[] {
  return [...rows]
    .map(([name, row]) => [name, [...weights.subarray(row * classes, (row + 1) * classes)]] as const)
    .filter(([, row]) => Math.max(...row.map(Math.abs)) >= weightMin)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, row]) => weightLine(name, row));
}

/** Numbers the features of at least `samplesMin` samples. */
export function rowsOf(samples: readonly LinearSample[], samplesMin: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of samples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= samplesMin);
  return new Map(frequent.map(([feature], row) => [feature, row]));
}

function fitWeights(
  samples: readonly LinearSample[],
  rows: ReadonlyMap<string, number>,
  { classes, epochs, rate, decay }: FitSettings,
): Float64Array {
  const weights = new Float64Array(rows.size * classes);
  const squares = new Float64Array(rows.size * classes).fill(SQUARES_START);
  const known = samples.map(({ features, label, cost = 1 }) => ({
    label,
    cost,
    rows: features.flatMap((name) => rows.get(name) ?? []),
  }));
  for (const { rows: present, label, cost } of shuffled(known, epochs)) {
    const chances = softmax(addWeights(present, weights, classes));
    for (const [one, chance] of chances.entries()) {
      const error = ((one === label ? 1 : 0) - chance) * cost;
      for (const row of present) {
        const at = row * classes + one;
        const gradient = error - decay * (weights[at] ?? 0);
        squares[at] = (squares[at] ?? 0) + gradient * gradient;
        weights[at] = (weights[at] ?? 0) + (rate * gradient) / Math.sqrt(squares[at] ?? 1);
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
