import FFT from "fft.js";
import { SAMPLE_RATE } from "../../src/sound/signal/sample-rate.ts";
import type { Stereo } from "../../src/sound/signal/stereo.ts";

// Measures of tests' own, so that what is rendered is not judged by what rendered it.

const WINDOW = 4_096;
const HOP = 441;

export function mono({ left, right }: Stereo): Float32Array {
  return left.map((value, at) => (value + (right[at] ?? 0)) / 2);
}

export function rmsOf(tone: Float32Array): number {
  return Math.sqrt(tone.reduce((sum, value) => sum + value * value, 0) / tone.length);
}

/** How much louder each hundredth of a second is than the one before, in all bands: 100 a second. */
export function onsetsOf(tone: Float32Array): Float64Array {
  const size = 1_024;
  const fft = new FFT(size);
  const frames = Math.floor((tone.length - size) / HOP);
  const onsets = new Float64Array(frames);
  let before = new Float64Array(size / 2);
  for (let frame = 0; frame < frames; frame++) {
    const spectrum = magnitudes(fft, tone, frame * HOP, size).map((value) => Math.log1p(100 * value));
    let rise = 0;
    for (let bin = 0; bin < spectrum.length; bin++) rise += Math.max(0, (spectrum[bin] ?? 0) - (before[bin] ?? 0));
    onsets[frame] = rise;
    before = spectrum;
  }
  return onsets;
}

/** The autocorrelation of the onsets at a distance, as a share of that at none; the mean is taken out first. */
export function agreement(onsets: Float64Array, seconds: number): number {
  const mean = onsets.reduce((sum, value) => sum + value, 0) / onsets.length;
  const at = (place: number): number => {
    const low = Math.floor(place);
    const part = place - low;
    return (onsets[low] ?? mean) * (1 - part) + (onsets[low + 1] ?? mean) * part - mean;
  };
  const lag = seconds * 100;
  let same = 0;
  let power = 0;
  for (let place = 0; place + lag + 1 < onsets.length; place++) {
    same += at(place) * at(place + lag);
    power += at(place) ** 2;
  }
  return same / power;
}

/** The power in each of the twelve pitch classes, C first, between 110 and 700 Hz: above are mostly overtones, which are fifths of something. */
export function chromaOf(tone: Float32Array): Float64Array {
  const fft = new FFT(WINDOW * 2);
  const chroma = new Float64Array(12);
  for (let start = 0; start + WINDOW * 2 <= tone.length; start += WINDOW) {
    const spectrum = magnitudes(fft, tone, start, WINDOW * 2);
    for (let bin = 2; bin < spectrum.length - 1; bin++) {
      const hertz = (bin * SAMPLE_RATE) / (WINDOW * 2);
      const here = spectrum[bin] ?? 0;
      const isPeak = here > (spectrum[bin - 1] ?? 0) && here > (spectrum[bin + 1] ?? 0);
      if (hertz < 110 || hertz > 700 || !isPeak) continue;
      const pitch = Math.round(69 + 12 * Math.log2(hertz / 440));
      chroma[pitch % 12] = (chroma[pitch % 12] ?? 0) + here;
    }
  }
  return chroma;
}

function magnitudes(fft: FFT, tone: Float32Array, start: number, size: number): Float64Array {
  const input = Array.from(
    { length: size },
    (_, at) => (tone[start + at] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size)),
  );
  const output = fft.createComplexArray();
  fft.realTransform(output, input);
  return Float64Array.from({ length: size / 2 }, (_, bin) =>
    Math.hypot(Number(output[2 * bin]), Number(output[2 * bin + 1])),
  );
}
