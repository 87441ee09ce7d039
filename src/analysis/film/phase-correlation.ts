import FFT from "fft.js";

/** The movement between two frames, in fractional pixels to the right and down. */
export interface Shift {
  readonly x: number;
  readonly y: number;
  /** Peak height of the correlation: about 1 for moved content, near 0 for two unrelated pictures. */
  readonly peak: number;
}

/** A frame in the frequency domain: complex numbers, with real and imaginary parts alternating. */
export type Spectrum = Float64Array;

export interface PhaseCorrelator {
  /** Transforms `width * height` grey values, row by row. */
  spectrumOf(grey: ArrayLike<number>): Spectrum;
  shiftBetween(before: Spectrum, after: Spectrum): Shift;
}

/**
 * Width, in pixels, of the Gaussian that weights the whitened spectrum. It removes the finest detail (grain and coding
 * noise) and gives the peak a known shape, so that its sub-pixel position follows from three points.
 */
const GAUSSIAN_WIDTH = 1.2;
const TINY = 1e-9;

/**
 * Phase correlation (Kuglin and Hines 1975) with sub-pixel peaks as in Foroosh et al. 2002, here by fitting the Gaussian
 * that weights the spectrum. Both sides must be powers of two. New content at one side of the frame lowers the peak
 * without moving it, so a pan is tracked far better than with frame differences.
 */
export function phaseCorrelator(width: number, height: number): PhaseCorrelator {
  const transform = planeTransform(width, height);
  const window = hannWindow(width, height);
  const weights = gaussianWeights(width, height);
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  const size = width * height;
  // Reused: otherwise thousands of frames would leave hundreds of megabytes of garbage.
  const cross = new Float64Array(2 * size);

  const spectrumOf = (grey: ArrayLike<number>): Spectrum => {
    let mean = 0;
    for (let at = 0; at < size; at++) mean += grey[at] ?? 0;
    mean /= size;
    const plane = new Float64Array(2 * size);
    for (let at = 0; at < size; at++) plane[2 * at] = ((grey[at] ?? 0) - mean) * (window[at] ?? 0);
    transform(plane);
    return plane;
  };

  const shiftBetween = (before: Spectrum, after: Spectrum): Shift => {
    for (let at = 0; at < size; at++) {
      const [a, b] = [before[2 * at] ?? 0, before[2 * at + 1] ?? 0];
      const [c, d] = [after[2 * at] ?? 0, after[2 * at + 1] ?? 0];
      const real = a * c + b * d;
      const imaginary = a * d - b * c;
      // `Math.hypot` guards against overflow, which cannot happen here, and is several times slower.
      const weight = (weights[at] ?? 0) / (Math.sqrt(real * real + imaginary * imaginary) + TINY);
      // Conjugated, so that the forward transform gives the conjugate of the inverse transform.
      cross[2 * at] = real * weight;
      cross[2 * at + 1] = -imaginary * weight;
    }
    transform(cross);
    const surface = (x: number, y: number): number => cross[2 * (wrap(y, height) * width + wrap(x, width))] ?? 0;
    let peak = 0;
    for (let at = 1; at < size; at++) if ((cross[2 * at] ?? 0) > (cross[2 * peak] ?? 0)) peak = at;
    const x = peak % width;
    const y = Math.floor(peak / width);
    const peakHeight = surface(x, y);
    return {
      x: signed(x, width) + offsetOf(surface(x - 1, y), peakHeight, surface(x + 1, y)),
      y: signed(y, height) + offsetOf(surface(x, y - 1), peakHeight, surface(x, y + 1)),
      peak: peakHeight / weightSum,
    };
  };
  return { spectrumOf, shiftBetween };
}

/** Returns a function that transforms a plane in place: every row, then every column. */
function planeTransform(width: number, height: number): (plane: Float64Array) => void {
  const rows = new FFT(width);
  const columns = new FFT(height);
  const row = new Float64Array(2 * width);
  const column = new Float64Array(2 * height);
  const columnOut = new Float64Array(2 * height);
  return (plane) => {
    for (let y = 0; y < height; y++) {
      const from = 2 * y * width;
      rows.transform(row, plane.subarray(from, from + 2 * width));
      plane.set(row, from);
    }
    for (let x = 0; x < width; x++) {
      for (let y = 0; y < height; y++) {
        column[2 * y] = plane[2 * (y * width + x)] ?? 0;
        column[2 * y + 1] = plane[2 * (y * width + x) + 1] ?? 0;
      }
      columns.transform(columnOut, column);
      for (let y = 0; y < height; y++) {
        plane[2 * (y * width + x)] = columnOut[2 * y] ?? 0;
        plane[2 * (y * width + x) + 1] = columnOut[2 * y + 1] ?? 0;
      }
    }
  };
}

function hannWindow(width: number, height: number): Float64Array {
  const hann = (index: number, length: number): number => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / length);
  return Float64Array.from(
    { length: width * height },
    (_, at) => hann(at % width, width) * hann(Math.floor(at / width), height),
  );
}

function gaussianWeights(width: number, height: number): Float64Array {
  const angle = (index: number, length: number): number => (2 * Math.PI * signed(index, length)) / length;
  return Float64Array.from({ length: width * height }, (_, at) => {
    const squared = angle(at % width, width) ** 2 + angle(Math.floor(at / width), height) ** 2;
    // The mean brightness contains no information about motion.
    return at === 0 ? 0 : Math.exp((-GAUSSIAN_WIDTH * GAUSSIAN_WIDTH * squared) / 2);
  });
}

/** Returns the offset of a Gaussian's peak from the middle of three neighbouring points: -0.5 to 0.5. */
function offsetOf(left: number, middle: number, right: number): number {
  if (left <= 0 || right <= 0) return 0;
  const [a, b, c] = [Math.log(left), Math.log(middle), Math.log(right)];
  const curvature = a - 2 * b + c;
  return curvature >= 0 ? 0 : Math.max(-0.5, Math.min(0.5, (a - c) / (2 * curvature)));
}

function wrap(index: number, length: number): number {
  return (index + length) % length;
}

/** Returns a negative shift for indexes beyond the middle. */
function signed(index: number, length: number): number {
  return index <= length / 2 ? index : index - length;
}
