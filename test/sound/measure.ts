import FFT from "fft.js";
import { SAMPLE_RATE } from "../../src/sound/signal/sample-rate.ts";
import type { Stereo } from "../../src/sound/signal/stereo.ts";

// The tests measure with code of their own, so that the synthesiser does not judge itself.

const WINDOW = 4_096;
const HOP = 441;

export function mono({ left, right }: Stereo): Float32Array {
  const tone = new Float32Array(left.length);
  for (let at = 0; at < tone.length; at++) tone[at] = ((left[at] ?? 0) + (right[at] ?? 0)) / 2;
  return tone;
}

export function rmsOf(tone: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < tone.length; at++) sum += (tone[at] ?? 0) ** 2;
  return Math.sqrt(sum / tone.length);
}

/** How much louder each hundredth of a second is than the one before, summed over all bands: 100 values a second. */
export function onsetsOf(tone: Float32Array): Float64Array {
  const size = 1_024;
  const frames = Math.floor((tone.length - size) / HOP);
  const onsets = new Float64Array(frames);
  const before = new Float64Array(size / 2);
  const spectrumAt = spectrumOf(tone, size);
  for (let frame = 0; frame < frames; frame++) {
    const spectrum = spectrumAt(frame * HOP);
    for (let bin = 0; bin < spectrum.length; bin++) {
      const value = Math.log1p(100 * (spectrum[bin] ?? 0));
      onsets[frame] = (onsets[frame] ?? 0) + Math.max(0, value - (before[bin] ?? 0));
      before[bin] = value;
    }
  }
  return onsets;
}

/** Returns the autocorrelation of the onsets, after their mean is subtracted, at a lag of `seconds`. 1 at lag 0. */
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

/** The power in each of the twelve pitch classes, C first, from 110 to 700 Hz: above are mostly overtones. */
export function chromaOf(tone: Float32Array): Float64Array {
  const chroma = new Float64Array(12);
  const spectrumAt = spectrumOf(tone, WINDOW * 2);
  for (let start = 0; start + WINDOW * 2 <= tone.length; start += WINDOW) {
    const spectrum = spectrumAt(start);
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

/**
 * Magnitudes of the spectrum of `size` samples, beginning at `start`, under a Hann window. Each call overwrites the
 * last result.
 */
function spectrumOf(tone: Float32Array, size: number): (start: number) => Float64Array {
  const fft = new FFT(size);
  const window = Float64Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size));
  const input = Array.from({ length: size }, () => 0);
  const output = fft.createComplexArray();
  const magnitudes = new Float64Array(size / 2);
  return (start) => {
    for (let at = 0; at < size; at++) input[at] = (tone[start + at] ?? 0) * (window[at] ?? 0);
    fft.realTransform(output, input);
    for (let bin = 0; bin < magnitudes.length; bin++) {
      // Not Math.hypot, which takes several times as long.
      magnitudes[bin] = Math.sqrt(Number(output[2 * bin]) ** 2 + Number(output[2 * bin + 1]) ** 2);
    }
    return magnitudes;
  };
}
