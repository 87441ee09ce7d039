import FFT from "fft.js";
import { BAND_BINS, BANDS, FIRST_BIN, FRAME, READ_HOP } from "./imprint-form.ts";

/** Power of a band that counts as silence: a few times the rounding of 16 bits. */
const SILENCE = 1e-6;

/** Measures the level of each band in each frame of a mono sound at IMPRINT_RATE. */
export class BandLevels {
  readonly #transform = new FFT(FRAME);
  readonly #window = Float64Array.from({ length: FRAME }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / FRAME));
  readonly #input = new Float64Array(FRAME);
  readonly #windowed = new Float64Array(FRAME);
  readonly #spectrum = new Float64Array(2 * FRAME);
  readonly #rows: Float32Array[] = [];
  #filled = 0;

  /** Takes samples, full scale 1. */
  take(samples: ArrayLike<number>): void {
    for (let at = 0; at < samples.length; at++) {
      this.#input[this.#filled++] = samples[at] ?? 0;
      if (this.#filled < FRAME) continue;
      this.#rows.push(this.#measure());
      this.#input.copyWithin(0, READ_HOP);
      this.#filled = FRAME - READ_HOP;
    }
  }

  /** The natural logarithm of the power of BANDS bands, for each frame. */
  rows(): readonly Float32Array[] {
    return this.#rows;
  }

  #measure(): Float32Array {
    const windowed = this.#windowed;
    for (let at = 0; at < FRAME; at++) windowed[at] = (this.#input[at] ?? 0) * (this.#window[at] ?? 0);
    const spectrum = this.#spectrum;
    this.#transform.realTransform(spectrum, windowed);
    const row = new Float32Array(BANDS);
    for (let band = 0; band < BANDS; band++) {
      let power = SILENCE;
      for (let bin = FIRST_BIN + band * BAND_BINS, last = bin + BAND_BINS; bin < last; bin++) {
        const real = spectrum[2 * bin] ?? 0;
        const imaginary = spectrum[2 * bin + 1] ?? 0;
        power += real * real + imaginary * imaginary;
      }
      row[band] = Math.log(power);
    }
    return row;
  }
}
