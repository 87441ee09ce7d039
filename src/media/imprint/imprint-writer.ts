import FFT from "fft.js";
import { BAND_BINS, BANDS, CHIPS, FIRST_BIN, FRAME, HOP, HOPS_PER_CHIP, STEP_DB } from "./imprint-form.ts";

/** The change of amplitude of a band that gets louder; one that gets softer is divided by it. */
const STEP = 10 ** (STEP_DB / 20);

/**
 * Computes what must be added to a sound so that it has a pattern: each band is a little louder or softer for the time of a chip.
 * So the change follows the spectrum of the sound, and is the same in both channels.
 */
export class ImprintWriter {
  readonly #gains: readonly Float64Array[];
  readonly #transform = new FFT(FRAME);
  readonly #window = Float64Array.from({ length: FRAME }, (_, at) => Math.sin((Math.PI * (at + 0.5)) / FRAME));
  /** Left channels in real parts, right channels in imaginary ones: one transform for both. */
  readonly #input = new Float64Array(2 * FRAME);
  readonly #windowed = new Float64Array(2 * FRAME);
  readonly #spectrum = new Float64Array(2 * FRAME);
  readonly #changed = new Float64Array(2 * FRAME);
  readonly #output = new Float64Array(2 * FRAME);
  #frame = 0;

  constructor(chips: Int8Array) {
    this.#gains = Array.from({ length: CHIPS }, (_, chip) => gainsOf(chips, chip));
  }

  /**
   * Takes the next HOP samples of both channels, alternating, and returns the change of the HOP samples before them. The first
   * result is for the time before the sound. The result is reused.
   */
  next(samples: ArrayLike<number>): Float64Array {
    const input = this.#input;
    input.copyWithin(0, 2 * HOP);
    for (let at = 0; at < 2 * HOP; at++) input[2 * HOP + at] = samples[at] ?? 0;
    const window = this.#window;
    const windowed = this.#windowed;
    for (let at = 0; at < FRAME; at++) {
      const weight = window[at] ?? 0;
      windowed[2 * at] = (input[2 * at] ?? 0) * weight;
      windowed[2 * at + 1] = (input[2 * at + 1] ?? 0) * weight;
    }
    const spectrum = this.#spectrum;
    this.#transform.transform(spectrum, windowed);
    const gains = this.#gains[Math.floor(this.#frame++ / HOPS_PER_CHIP) % CHIPS] ?? new Float64Array(FRAME);
    for (let bin = 0; bin < FRAME; bin++) {
      const gain = gains[bin] ?? 0;
      spectrum[2 * bin] = (spectrum[2 * bin] ?? 0) * gain;
      spectrum[2 * bin + 1] = (spectrum[2 * bin + 1] ?? 0) * gain;
    }
    this.#transform.inverseTransform(this.#changed, spectrum);
    const output = this.#output;
    output.copyWithin(0, 2 * HOP);
    output.fill(0, 2 * HOP);
    for (let at = 0; at < FRAME; at++) {
      const weight = window[at] ?? 0;
      output[2 * at] = (output[2 * at] ?? 0) + (this.#changed[2 * at] ?? 0) * weight;
      output[2 * at + 1] = (output[2 * at + 1] ?? 0) + (this.#changed[2 * at + 1] ?? 0) * weight;
    }
    return output.subarray(0, 2 * HOP);
  }
}

/** The share of each bin to add during a chip, for positive and negative frequencies. */
function gainsOf(chips: Int8Array, chip: number): Float64Array {
  const gains = new Float64Array(FRAME);
  for (let band = 0; band < BANDS; band++) {
    const share = (chips[band * CHIPS + chip] ?? 0) > 0 ? STEP - 1 : 1 / STEP - 1;
    for (let at = 0; at < BAND_BINS; at++) {
      const bin = FIRST_BIN + band * BAND_BINS + at;
      gains[bin] = share;
      gains[FRAME - bin] = share;
    }
  }
  return gains;
}
