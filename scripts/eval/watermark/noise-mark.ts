import { createHmac } from "node:crypto";
import FFT from "fft.js";

/** Samples until the noise repeats: 5.9 s. */
const PERIOD = 2 ** 17;
const BITS = 8;

/** A mark of plain white noise, the baseline: the signs of HMAC-SHA256, one for each sample. */
export function noiseOf(secret: string, recipient: number): Float64Array {
  const noise = new Float64Array(PERIOD);
  for (let at = 0, counter = 0; at < PERIOD; counter++) {
    for (const byte of createHmac("sha256", secret).update(`noise\n${recipient}\n${counter}`).digest()) {
      for (let bit = 0; bit < BITS; bit++) noise[at++] = (byte >> bit) & 1 ? 1 : -1;
    }
  }
  return noise;
}

/** The highest correlation with the noise at any offset in standard deviations, after whitening the spectrum of the sound. */
export function noiseScore(samples: Float64Array, noise: Float64Array): number {
  const folded = new Float64Array(PERIOD);
  for (let at = 0; at < samples.length; at++) folded[at % PERIOD] = (folded[at % PERIOD] ?? 0) + (samples[at] ?? 0);
  const transform = new FFT(PERIOD);
  const [sound, mark] = [transform.createComplexArray(), transform.createComplexArray()];
  transform.realTransform(sound, Array.from(folded));
  transform.realTransform(mark, Array.from(noise));
  const product = transform.createComplexArray();
  let power = 0;
  for (let at = 0; at <= PERIOD; at += 2) {
    const [real = 0, imaginary = 0, markReal = 0, markImaginary = 0] = [
      sound[at],
      sound[at + 1],
      mark[at],
      mark[at + 1],
    ];
    const size = Math.hypot(real, imaginary) || 1;
    // Only the phase of the sound counts, so that no band outweighs the others.
    product[at] = (real * markReal + imaginary * markImaginary) / size;
    product[at + 1] = (real * markImaginary - imaginary * markReal) / size;
    power += 1;
  }
  transform.completeSpectrum(product);
  const result = transform.createComplexArray();
  transform.inverseTransform(result, product);
  let [most, squares] = [0, 0];
  for (let at = 0; at < 2 * PERIOD; at += 2) {
    most = Math.max(most, result[at] ?? 0);
    squares += (result[at] ?? 0) ** 2;
  }
  return power === 0 ? 0 : most / Math.sqrt(squares / PERIOD);
}

/** The score from which `recipients` patterns of noise are found at every offset, with the same rate of false accusations. */
export function noiseThreshold(recipients: number, rate: number): number {
  return Math.sqrt(2 * Math.log((recipients * PERIOD) / rate));
}
