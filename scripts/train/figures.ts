import { toLogShares } from "./fit-softmax.ts";

/** A held-out picture: its scores, and the index of its right value. */
export interface HeldOut {
  readonly scores: Float64Array;
  readonly right: number;
}

export interface Figures {
  readonly pictures: number;
  readonly accuracy: number;
  readonly topTwo: number;
  /** Expected calibration error, in ten bins of confidence. */
  readonly ece: number;
  /** Share of pictures for which the analysis gives "unsure". */
  readonly unsure: number;
  /** Accuracy on the other pictures. */
  readonly rightWhenSure: number;
}

const BINS = 10;

/** @param other index of the value "other", which the analysis never gives; -1 if there is none. */
export function figuresOf(heldOut: readonly HeldOut[], temperature: number, other = -1): Figures {
  const bins = Array.from({ length: BINS }, () => ({ confidence: 0, right: 0 }));
  let [right, topTwo, sure, rightWhenSure] = [0, 0, 0, 0];
  for (const one of heldOut) {
    const shares = logShares(one, temperature);
    const order = [...shares.keys()]
      .filter((at) => at !== other)
      .toSorted((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0));
    const confidence = Math.exp(shares[order[0] ?? 0] ?? 0);
    const isRight = order[0] === one.right;
    if (isRight) right++;
    if (isRight || order[1] === one.right) topTwo++;
    if (confidence >= 0.5) sure++;
    if (confidence >= 0.5 && isRight) rightWhenSure++;
    const bin = bins[Math.min(BINS - 1, Math.floor(confidence * BINS))];
    if (bin === undefined) continue;
    bin.confidence += confidence;
    bin.right += isRight ? 1 : 0;
  }
  const count = heldOut.length;
  const gap = bins.reduce((sum, bin) => sum + Math.abs(bin.confidence - bin.right), 0);
  const rounded = (value: number): number => Math.round(value * 1000) / 1000;
  return {
    pictures: count,
    accuracy: rounded(right / count),
    topTwo: rounded(topTwo / count),
    ece: rounded(gap / count),
    unsure: rounded(1 - sure / count),
    rightWhenSure: rounded(rightWhenSure / Math.max(1, sure)),
  };
}

/** Returns the temperature that gives the right values the highest likelihood (Guo et al. 2017). */
export function calibrate(heldOut: readonly HeldOut[]): number {
  let best = { temperature: 1, loss: Number.POSITIVE_INFINITY };
  for (let temperature = 0.3; temperature < 6; temperature *= 1.03) {
    const loss = heldOut.reduce((sum, one) => sum - (logShares(one, temperature)[one.right] ?? 0), 0);
    if (loss < best.loss) best = { temperature, loss };
  }
  return best.temperature;
}

/** Returns Pearson's r. */
export function correlation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (side: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
  const [one, other] = [mean(0), mean(1)];
  let [both, first, second] = [0, 0, 0];
  for (const pair of pairs) {
    both += (pair[0] - one) * (pair[1] - other);
    first += (pair[0] - one) ** 2;
    second += (pair[1] - other) ** 2;
  }
  return Math.round((both / Math.sqrt(first * second)) * 1000) / 1000;
}

function logShares({ scores }: HeldOut, temperature: number): Float64Array {
  const shares = scores.map((score) => score / temperature);
  toLogShares(shares);
  return shares;
}
