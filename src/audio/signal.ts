import FFT from "fft.js";

/**
 * Returns a function that transforms `length` samples, weighted by a Hann window, to complex numbers, with real and imaginary
 * parts alternating. Only the first half is filled. The result is reused by the next call.
 */
export function spectrumAnalyser(length: number): (samples: Float64Array) => Float64Array {
  const transform = new FFT(length);
  const spectrum = new Float64Array(2 * length);
  const windowed = new Float64Array(length);
  const hann = Float64Array.from({ length }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / length));
  return (samples) => {
    for (let at = 0; at < length; at++) windowed[at] = (samples[at] ?? 0) * (hann[at] ?? 0);
    transform.realTransform(spectrum, windowed);
    return spectrum;
  };
}

/** Returns the autocorrelation at a lag, as a mean, because longer lags have fewer pairs. */
export function autocorrelation(values: ArrayLike<number>, lag: number): number {
  let sum = 0;
  for (let at = lag; at < values.length; at++) sum += (values[at] ?? 0) * (values[at - lag] ?? 0);
  return sum / (values.length - lag);
}

/** Returns the offset of the maximum of a parabola through a peak and its neighbours: -0.5 to 0.5. */
export function peakOffset(left: number, middle: number, right: number): number {
  const curvature = left - 2 * middle + right;
  return curvature >= 0 ? 0 : Math.max(-0.5, Math.min(0.5, (left - right) / (2 * curvature)));
}
