import FFT from "fft.js";

/** How far a picture's content moved from one frame to the next: pixels to the right and down, with fractions. */
export interface Shift {
  readonly x: number;
  readonly y: number;
  /** Height of the correlation's peak: about 1 for the same content moved, near 0 for two unrelated pictures. */
  readonly peak: number;
}

/** A frame in the frequency domain: complex numbers, real and imaginary parts in turn. */
export type Spectrum = Float64Array;

export interface PhaseCorrelator {
  /** Of `width * height` grey values, row after row. */
  spectrumOf(grey: ArrayLike<number>): Spectrum;
  shiftBetween(before: Spectrum, after: Spectrum): Shift;
}

/**
 * Width, in pixels, of the bell that the whitened spectrum is weighed by. It keeps out the finest detail, which is
 * grain and coding noise, and gives the peak a known shape, so that three points tell where between pixels it lies.
 */
const BELL = 1.2;
const TINY = 1e-9;

/**
 * Phase correlation (Kuglin and Hines 1975; sub-pixel peaks as in Foroosh et al. 2002, here by fitting the bell that
 * the spectrum is weighed by). Sides are powers of two. Content that leaves at one side and is replaced at the other
 * lowers the peak without moving it, which is why this tracks a pan far better than differences of frames do.
 */
export function phaseCorrelator(width: number, height: number): PhaseCorrelator {
  const transform = planeTransform(width, height);
  const window = hannWindow(width, height);
  const weights = bellWeights(width, height);
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  const size = width * height;
  // Made once: thousands of frames would otherwise leave hundreds of megabytes to the collector.
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
      const weight = (weights[at] ?? 0) / (Math.hypot(real, imaginary) + TINY);
      // Conjugated, so that the forward transform of it is the conjugate of the inverse one that is wanted.
      cross[2 * at] = real * weight;
      cross[2 * at + 1] = -imaginary * weight;
    }
    transform(cross);
    const surface = (x: number, y: number): number => cross[2 * (wrap(y, height) * width + wrap(x, width))] ?? 0;
    let top = 0;
    for (let at = 1; at < size; at++) if ((cross[2 * at] ?? 0) > (cross[2 * top] ?? 0)) top = at;
    const x = top % width;
    const y = Math.floor(top / width);
    const height0 = surface(x, y);
    return {
      x: signed(x, width) + between(surface(x - 1, y), height0, surface(x + 1, y)),
      y: signed(y, height) + between(surface(x, y - 1), height0, surface(x, y + 1)),
      peak: height0 / weightSum,
    };
  };
  return { spectrumOf, shiftBetween };
}

/** Transforms in place: every row, then every column. */
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
  const hann = (place: number, length: number): number => 0.5 - 0.5 * Math.cos((2 * Math.PI * (place + 0.5)) / length);
  return Float64Array.from(
    { length: width * height },
    (_, at) => hann(at % width, width) * hann(Math.floor(at / width), height),
  );
}

function bellWeights(width: number, height: number): Float64Array {
  const angle = (place: number, length: number): number => (2 * Math.PI * signed(place, length)) / length;
  return Float64Array.from({ length: width * height }, (_, at) => {
    const squared = angle(at % width, width) ** 2 + angle(Math.floor(at / width), height) ** 2;
    // The mean brightness says nothing about motion.
    return at === 0 ? 0 : Math.exp((-BELL * BELL * squared) / 2);
  });
}

/** Where the top of a bell lies, from the middle one of three neighbouring points: -0.5 to 0.5. */
function between(left: number, middle: number, right: number): number {
  if (left <= 0 || right <= 0) return 0;
  const [a, b, c] = [Math.log(left), Math.log(middle), Math.log(right)];
  const bend = a - 2 * b + c;
  return bend >= 0 ? 0 : Math.max(-0.5, Math.min(0.5, (a - c) / (2 * bend)));
}

function wrap(place: number, length: number): number {
  return (place + length) % length;
}

/** A place beyond the middle is a shift to the other side. */
function signed(place: number, length: number): number {
  return place <= length / 2 ? place : place - length;
}
