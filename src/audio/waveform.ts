import { type Static, Type } from "@sinclair/typebox";

/** Points of a waveform, whatever its length. */
export const PEAK_BUCKETS = 800;
const FINE_MAX = 8 * PEAK_BUCKETS;

/** The drawing of an entire sound, as the console reads it. */
export const Waveform = Type.Object({
  /** Seconds. */
  duration: Type.Number({ minimum: 0 }),
  /** The lowest and highest sample of each bucket, alternating. */
  peaks: Type.Array(Type.Integer({ minimum: -128, maximum: 127 }), {
    minItems: 2 * PEAK_BUCKETS,
    maxItems: 2 * PEAK_BUCKETS,
  }),
});
export type Waveform = Static<typeof Waveform>;

/**
 * Reduces a stream of samples of unknown length to a fixed number of buckets. It fills fine buckets and merges them in pairs
 * when there are too many, so that memory is constant.
 */
export class PeakFolder {
  readonly #low: number[] = [];
  readonly #high: number[] = [];
  #width = 1;
  #filled = 0;
  #lowest = 0;
  #highest = 0;
  #count = 0;

  add(samples: Int16Array): void {
    for (const sample of samples) {
      if (this.#filled === 0 || sample < this.#lowest) this.#lowest = sample;
      if (this.#filled === 0 || sample > this.#highest) this.#highest = sample;
      this.#filled += 1;
      if (this.#filled === this.#width) this.#close();
    }
    this.#count += samples.length;
  }

  /** Number of samples so far. */
  get count(): number {
    return this.#count;
  }

  /** The buckets; silent without samples. */
  end(): Waveform["peaks"] {
    if (this.#filled > 0) this.#close();
    const fine = Math.max(1, this.#low.length);
    const peaks = Array.from({ length: PEAK_BUCKETS }, (_, bucket) => {
      const from = Math.floor((bucket * fine) / PEAK_BUCKETS);
      const to = Math.max(from + 1, Math.floor(((bucket + 1) * fine) / PEAK_BUCKETS));
      return [least(this.#low.slice(from, to)), most(this.#high.slice(from, to))];
    });
    return peaks.flat().map((value) => Math.max(-128, Math.min(127, Math.round(value / 256))));
  }

  #close(): void {
    this.#low.push(this.#lowest);
    this.#high.push(this.#highest);
    this.#filled = 0;
    if (this.#low.length < FINE_MAX) return;
    joinPairs(this.#low, Math.min);
    joinPairs(this.#high, Math.max);
    this.#width *= 2;
  }
}

function joinPairs(values: number[], join: (one: number, other: number) => number): void {
  const half = values.length / 2;
  for (let at = 0; at < half; at++) values[at] = join(values[2 * at] ?? 0, values[2 * at + 1] ?? 0);
  values.length = half;
}

function least(values: readonly number[]): number {
  return values.length === 0 ? 0 : Math.min(...values);
}

function most(values: readonly number[]): number {
  return values.length === 0 ? 0 : Math.max(...values);
}
