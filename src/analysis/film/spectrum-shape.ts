import { medianOf } from "../statistics.ts";
import { SOUND_RATE, type SoundSpectrum } from "./sound-frames.ts";

/** The shape of a power spectrum. All values are shares of its energy, 0 to 1. */
export interface SpectrumShape {
  /** Below 300 Hz. */
  readonly low: number;
  readonly mid: number;
  /** Above 2000 Hz. */
  readonly high: number;
  /** Geometric divided by arithmetic mean: near 1 for white noise, near 0 for a tone. */
  readonly flatness: number;
  /** In spectral lines: bins that exceed their neighbourhood. */
  readonly tonal: number;
  /** In the strongest line. */
  readonly strongestLine: number;
}

const EDGES_HZ = { low: 300, high: 2_000 } as const;
/** The first bins contain the mean and its leakage. */
const FIRST_BIN = 2;
const NEIGHBOURHOOD = 8;
/** A line exceeds the median of its neighbourhood by this factor. */
const LINE_MIN = 5;
/** A line leaks into this number of bins to each side. */
const LEAKAGE = 2;
const TINY = 1e-12;

/** Returns the shape of several spectra: of each number, the median. */
export function spectrumShape(spectra: readonly SoundSpectrum[]): SpectrumShape {
  const shapes = spectra.map(shapeOf);
  const middle = (of: (shape: SpectrumShape) => number): number => medianOf(shapes.map(of));
  return {
    low: middle((shape) => shape.low),
    mid: middle((shape) => shape.mid),
    high: middle((shape) => shape.high),
    flatness: middle((shape) => shape.flatness),
    tonal: middle((shape) => shape.tonal),
    strongestLine: middle((shape) => shape.strongestLine),
  };
}

function shapeOf(spectrum: SoundSpectrum): SpectrumShape {
  const bins = spectrum.subarray(FIRST_BIN, spectrum.length - FIRST_BIN);
  const hertz = SOUND_RATE / 2 / spectrum.length;
  const total = sumOf(bins) + TINY;
  const low = sumOf(bins.filter((_, index) => (index + FIRST_BIN) * hertz < EDGES_HZ.low)) / total;
  const high = sumOf(bins.filter((_, index) => (index + FIRST_BIN) * hertz >= EDGES_HZ.high)) / total;
  const logs = bins.reduce((sum, power) => sum + Math.log(power + TINY), 0) / bins.length;
  const strongest = bins.indexOf(Math.max(...bins));
  return {
    low,
    mid: Math.max(0, 1 - low - high),
    high,
    flatness: Math.min(1, (Math.exp(logs) * bins.length) / total),
    tonal: linesOf(bins) / total,
    strongestLine: sumOf(bins.subarray(Math.max(0, strongest - LEAKAGE), strongest + LEAKAGE + 1)) / total,
  };
}

/** Returns the power in lines, above their neighbourhood. */
function linesOf(bins: SoundSpectrum): number {
  let lines = 0;
  for (const [index, power] of bins.entries()) {
    const around = bins.subarray(Math.max(0, index - NEIGHBOURHOOD), index + NEIGHBOURHOOD + 1);
    const usual = medianOf([...around]);
    if (power > LINE_MIN * usual) lines += power - usual;
  }
  return lines;
}

function sumOf(values: SoundSpectrum): number {
  return values.reduce((sum, value) => sum + value, 0);
}
