import { LEAK } from "../../src/brief/stances/stance-network.ts";
import { softmax } from "../../src/brief/linear-model.ts";
import type { LinearSample } from "./fit-linear.ts";

/** The settings of `fitNetwork`. */
export interface NetworkSettings {
  readonly classes: number;
  /** Hidden units. */
  readonly units: number;
  readonly epochs: number;
  /** Length of the first step. */
  readonly rate: number;
  /** Share of a weight that each step takes away. */
  readonly decay: number;
  /** Shares of the features and of the hidden units that each step leaves out (dropout: Srivastava et al. 2014). */
  readonly featureDropout: number;
  readonly unitDropout: number;
  /** Features of fewer samples are left out. */
  readonly samplesMin: number;
  readonly seed: number;
}

/** One hidden layer beside direct weights. `rows` has the number of each feature's row in `direct` and `inner`. */
export interface FittedNetwork {
  readonly rows: ReadonlyMap<string, number>;
  /** Weights of the features: `classes` and `units` for each row. */
  readonly direct: Float64Array;
  readonly inner: Float64Array;
  readonly biases: Float64Array;
  readonly innerBiases: Float64Array;
  /** For each hidden unit, a weight for each class. */
  readonly outputs: Float64Array;
}

/** The squared gradients of a weight before the first step, which limit that step. */
const SQUARES_START = 0.01;

/**
 * Fits a network with one hidden layer and direct weights by AdaGrad (Duchi, Hazan and Singer, 2011). The same samples
 * and seed give the same network.
 */
export function fitNetwork(samples: readonly LinearSample[], settings: NetworkSettings): FittedNetwork {
  const { classes, units, epochs, featureDropout, unitDropout, samplesMin, seed } = settings;
  const random = randomNumbers(seed);
  const rows = rowsOf(samples, samplesMin);
  const known = samples.map(({ features, label, cost = 1 }) => ({
    label,
    cost,
    rows: [...new Set(features)].flatMap((name) => rows.get(name) ?? []),
  }));
  const direct = new Layer(rows.size * classes, settings, () => 0);
  const inner = new Layer(rows.size * units, settings, () => (random() - 0.5) * 0.1);
  const biases = new Layer(classes, settings, () => 0);
  const innerBiases = new Layer(units, settings, () => 0);
  const outputs = new Layer(units * classes, settings, () => (random() - 0.5) * 0.5);
  const sums = new Float64Array(units);
  const mask = new Float64Array(units);
  const scale = 1 / (1 - featureDropout);
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(known, random);
    for (const { rows: all, label, cost } of known) {
      const present = all.filter(() => random() >= featureDropout);
      for (let unit = 0; unit < units; unit++) mask[unit] = random() >= unitDropout ? 1 / (1 - unitDropout) : 0;
      const scores = Array.from(biases.weights);
      sums.set(innerBiases.weights);
      for (const row of present) {
        for (let one = 0; one < classes; one++)
          scores[one] = (scores[one] ?? 0) + scale * (direct.weights[row * classes + one] ?? 0);
        for (let unit = 0; unit < units; unit++)
          sums[unit] = (sums[unit] ?? 0) + scale * (inner.weights[row * units + unit] ?? 0);
      }
      for (let unit = 0; unit < units; unit++) {
        const value = activated(sums[unit] ?? 0) * (mask[unit] ?? 0);
        for (let one = 0; one < classes; one++)
          scores[one] = (scores[one] ?? 0) + value * (outputs.weights[unit * classes + one] ?? 0);
      }
      const errors = softmax(scores).map((chance, one) => cost * (chance - (one === label ? 1 : 0)));
      for (let unit = 0; unit < units; unit++) {
        const sum = sums[unit] ?? 0;
        const kept = mask[unit] ?? 0;
        let error = 0;
        for (let one = 0; one < classes; one++) {
          const at = unit * classes + one;
          error += (errors[one] ?? 0) * (outputs.weights[at] ?? 0);
          outputs.step(at, (errors[one] ?? 0) * activated(sum) * kept);
        }
        sums[unit] = error * kept * (sum > 0 ? 1 : LEAK);
        innerBiases.step(unit, sums[unit] ?? 0);
      }
      for (let one = 0; one < classes; one++) biases.step(one, errors[one] ?? 0);
      for (const row of present) {
        for (let one = 0; one < classes; one++) direct.step(row * classes + one, scale * (errors[one] ?? 0));
        for (let unit = 0; unit < units; unit++) inner.step(row * units + unit, scale * (sums[unit] ?? 0));
      }
    }
  }
  return {
    rows,
    direct: direct.weights,
    inner: inner.weights,
    biases: biases.weights,
    innerBiases: innerBiases.weights,
    outputs: outputs.weights,
  };
}

/** Weights with the sum of their squared gradients. */
class Layer {
  readonly weights: Float64Array;
  readonly #squares: Float64Array;
  readonly #rate: number;
  readonly #decay: number;

  constructor(size: number, { rate, decay }: NetworkSettings, start: () => number) {
    this.weights = Float64Array.from({ length: size }, start);
    this.#squares = new Float64Array(size).fill(SQUARES_START);
    this.#rate = rate;
    this.#decay = decay;
  }

  step(at: number, slope: number): void {
    const weight = this.weights[at] ?? 0;
    const gradient = slope + this.#decay * weight;
    const squares = (this.#squares[at] ?? 0) + gradient * gradient;
    this.#squares[at] = squares;
    this.weights[at] = weight - (this.#rate * gradient) / Math.sqrt(squares);
  }
}

function activated(sum: number): number {
  return sum > 0 ? sum : LEAK * sum;
}

function rowsOf(samples: readonly LinearSample[], samplesMin: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of samples)
    for (const feature of new Set(features)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= samplesMin);
  return new Map(frequent.map(([feature], row) => [feature, row]));
}

/** Fisher and Yates. */
function shuffle(items: unknown[], random: () => number): void {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const [one, two] = [items[at], items[other]];
    if (one !== undefined && two !== undefined) [items[at], items[other]] = [two, one];
  }
}

/** Returns a linear congruential generator of numbers from 0 to below 1 (Numerical Recipes). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
