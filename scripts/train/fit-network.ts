import { LEAK, leaky } from "../../src/brief/stances/stance-network.ts";
import { softmax } from "../../src/brief/linear-model.ts";
import { type LinearSample, rowsOf } from "./fit-linear.ts";

/** The settings of `fitNetwork`. */
export interface NetworkSettings {
  readonly classes: number;
  /** Hidden units. */
  readonly units: number;
  readonly epochs: number;
  /** The fitted weights are the mean of the weights after each of the last epochs, which is steadier (Polyak and Juditsky 1992). */
  readonly epochsAveraged: number;
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

/** Spread of the weights before the first step. */
const INNER_START = 0.1;
const OUTPUT_START = 0.5;

/**
 * Fits a network with one hidden layer and direct weights by AdaGrad (Duchi, Hazan and Singer, 2011). The same samples
 * and seed give the same network.
 */
export function fitNetwork(samples: readonly LinearSample[], settings: NetworkSettings): FittedNetwork {
  const { units, epochs, epochsAveraged, featureDropout, unitDropout, samplesMin, seed } = settings;
  const random = randomNumbers(seed);
  const rows = rowsOf(samples, samplesMin);
  const known = samples.map(({ features, label, cost = 1 }) => ({
    label,
    cost,
    rows: [...new Set(features)].flatMap((name) => rows.get(name) ?? []),
  }));
  const network = new Network(rows.size, settings, random);
  const mask = new Float64Array(units);
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(known, random);
    for (const { rows: all, label, cost } of known) {
      const present = all.filter(() => random() >= featureDropout);
      for (let unit = 0; unit < units; unit++) mask[unit] = random() >= unitDropout ? 1 / (1 - unitDropout) : 0;
      network.learn(present, mask, { label, cost });
    }
    if (epoch >= epochs - epochsAveraged) network.collect();
  }
  return { rows, ...network.weights() };
}

/** The layers while they are fitted. */
class Network {
  readonly #classes: number;
  readonly #units: number;
  /** What a present feature counts, because others are left out. */
  readonly #scale: number;
  readonly #direct: Layer;
  readonly #inner: Layer;
  readonly #biases: Layer;
  readonly #innerBiases: Layer;
  readonly #outputs: Layer;
  /** For each hidden unit, its sum, and then its error. */
  readonly #sums: Float64Array;

  constructor(rows: number, settings: NetworkSettings, random: () => number) {
    const { classes, units, featureDropout } = settings;
    this.#classes = classes;
    this.#units = units;
    this.#scale = 1 / (1 - featureDropout);
    this.#direct = new Layer(rows * classes, settings, () => 0);
    this.#inner = new Layer(rows * units, settings, () => (random() - 0.5) * INNER_START);
    this.#biases = new Layer(classes, settings, () => 0);
    this.#innerBiases = new Layer(units, settings, () => 0);
    this.#outputs = new Layer(units * classes, settings, () => (random() - 0.5) * OUTPUT_START);
    this.#sums = new Float64Array(units);
  }

  /** Takes one step towards the label of a sample with the features `present`. `mask` has a factor for each unit. */
  learn(
    present: readonly number[],
    mask: Float64Array,
    { label, cost }: Pick<LinearSample, "label"> & { cost: number },
  ): void {
    const scores = this.#scores(present, mask);
    const errors = softmax(scores).map((chance, one) => cost * (chance - (one === label ? 1 : 0)));
    this.#learnUnits(errors, mask);
    for (const [one, error] of errors.entries()) this.#biases.step(one, error);
    for (const row of present) {
      for (const [one, error] of errors.entries()) this.#direct.step(row * this.#classes + one, this.#scale * error);
      for (let unit = 0; unit < this.#units; unit++)
        this.#inner.step(row * this.#units + unit, this.#scale * (this.#sums[unit] ?? 0));
    }
  }

  /** Counts the weights of now into the mean. */
  collect(): void {
    for (const layer of [this.#direct, this.#inner, this.#biases, this.#innerBiases, this.#outputs]) layer.collect();
  }

  /** Returns the mean of all collected weights. */
  weights(): Omit<FittedNetwork, "rows"> {
    return {
      direct: this.#direct.mean(),
      inner: this.#inner.mean(),
      biases: this.#biases.mean(),
      innerBiases: this.#innerBiases.mean(),
      outputs: this.#outputs.mean(),
    };
  }

  #scores(present: readonly number[], mask: Float64Array): number[] {
    const [classes, units, scale] = [this.#classes, this.#units, this.#scale];
    const scores = Array.from(this.#biases.weights);
    this.#sums.set(this.#innerBiases.weights);
    for (const row of present) {
      for (let one = 0; one < classes; one++)
        scores[one] = (scores[one] ?? 0) + scale * (this.#direct.weights[row * classes + one] ?? 0);
      for (let unit = 0; unit < units; unit++)
        this.#sums[unit] = (this.#sums[unit] ?? 0) + scale * (this.#inner.weights[row * units + unit] ?? 0);
    }
    for (let unit = 0; unit < units; unit++) {
      const value = leaky(this.#sums[unit] ?? 0) * (mask[unit] ?? 0);
      for (let one = 0; one < classes; one++)
        scores[one] = (scores[one] ?? 0) + value * (this.#outputs.weights[unit * classes + one] ?? 0);
    }
    return scores;
  }

  /** Takes a step with the hidden units, and replaces their sums by their errors. */
  #learnUnits(errors: readonly number[], mask: Float64Array): void {
    for (let unit = 0; unit < this.#units; unit++) {
      const sum = this.#sums[unit] ?? 0;
      const kept = mask[unit] ?? 0;
      let error = 0;
      for (const [one, ofClass] of errors.entries()) {
        const at = unit * this.#classes + one;
        error += ofClass * (this.#outputs.weights[at] ?? 0);
        this.#outputs.step(at, ofClass * leaky(sum) * kept);
      }
      this.#sums[unit] = error * kept * (sum > 0 ? 1 : LEAK);
      this.#innerBiases.step(unit, this.#sums[unit] ?? 0);
    }
  }
}

/** Weights with the sum of their squared gradients. */
class Layer {
  readonly weights: Float64Array;
  readonly #squares: Float64Array;
  readonly #collected: Float64Array;
  #collections = 0;
  readonly #rate: number;
  readonly #decay: number;

  constructor(size: number, { rate, decay }: NetworkSettings, start: () => number) {
    this.weights = Float64Array.from({ length: size }, start);
    this.#squares = new Float64Array(size).fill(SQUARES_START);
    this.#collected = new Float64Array(size);
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

  collect(): void {
    this.#collections++;
    for (const [at, weight] of this.weights.entries()) this.#collected[at] = (this.#collected[at] ?? 0) + weight;
  }

  mean(): Float64Array {
    return this.#collected.map((sum) => sum / this.#collections);
  }
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
