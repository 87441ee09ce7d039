import { sampleDecoder } from "../../audio/samples.ts";
import { spectrumAnalyser } from "../../audio/signal.ts";

/** Measurements of a hundredth of a second of sound. */
export interface SoundFrame {
  /** Root mean square in dBFS; -100 for digital silence. */
  readonly level: number;
  /** Zero crossings per sample, 0 to 1. */
  readonly crossings: number;
  /** How much louder the bands are than in the previous frame: the start of a note or a drum hit. */
  readonly onset: number;
  /** Share of the energy between 250 and 3000 Hz, the range of voices. */
  readonly voiceBand: number;
}

/** The mean power spectrum of half a second: 128 bins of 31 Hz. */
export type SoundSpectrum = Float32Array;

export const SOUND_RATE = 8_000;
export const SOUND_FRAMES_A_SECOND = 100;
export const SPECTRA_A_SECOND = 2;

const HOP = SOUND_RATE / SOUND_FRAMES_A_SECOND;
const WINDOW = 256;
const QUIETEST = -100;
/** Edges of the bands for onsets, in bins of 31 Hz: about an octave each. */
const BAND_EDGES = [1, 3, 6, 12, 24, 48, 96, 128] as const;
const VOICE_BINS = { from: 8, to: 96 } as const;
/** Added to the energy of a band. Without it, noise in silence would cause onsets. */
const FLOOR = 1e-7;

/**
 * Accepts 16-bit little-endian samples in chunks of any length. Passes one frame per hop to `take`, and one spectrum per
 * half second to `takeSpectrum`.
 */
export function soundFramer(
  take: (frame: SoundFrame) => void,
  takeSpectrum: (spectrum: SoundSpectrum) => void = () => {},
): (chunk: Uint8Array) => void {
  const samples = new Float64Array(WINDOW);
  const analyse = frameAnalyser(meanSpectra(takeSpectrum));
  let newCount = 0;
  return sampleDecoder((sample) => {
    samples[WINDOW - HOP + newCount] = sample;
    if (++newCount < HOP) return;
    take(analyse(samples));
    samples.copyWithin(0, HOP);
    newCount = 0;
  });
}

/** Returns a function that adds up complex spectra and passes their mean power on. */
function meanSpectra(take: (spectrum: SoundSpectrum) => void): (complex: Float64Array) => void {
  const framesPerSpectrum = SOUND_FRAMES_A_SECOND / SPECTRA_A_SECOND;
  let sum: SoundSpectrum = new Float32Array(WINDOW / 2);
  let count = 0;
  return (complex) => {
    for (let bin = 0; bin < sum.length; bin++) {
      const power = ((complex[2 * bin] ?? 0) ** 2 + (complex[2 * bin + 1] ?? 0) ** 2) / WINDOW / WINDOW;
      sum[bin] = (sum[bin] ?? 0) + power / framesPerSpectrum;
    }
    if (++count < framesPerSpectrum) return;
    take(sum);
    sum = new Float32Array(WINDOW / 2);
    count = 0;
  };
}

function frameAnalyser(addSpectrum: (complex: Float64Array) => void): (samples: Float64Array) => SoundFrame {
  const spectrumOf = spectrumAnalyser(WINDOW);
  let previous: readonly number[] | null = null;
  return (samples) => {
    let squares = 0;
    let crossings = 0;
    for (let at = WINDOW - HOP; at < WINDOW; at++) {
      const sample = samples[at] ?? 0;
      squares += sample * sample;
      if (sample >= 0 !== (samples[at - 1] ?? 0) >= 0) crossings++;
    }
    const spectrum = spectrumOf(samples);
    addSpectrum(spectrum);
    const energyOf = (from: number, to: number): number => {
      let sum = 0;
      for (let bin = from; bin < to; bin++) sum += (spectrum[2 * bin] ?? 0) ** 2 + (spectrum[2 * bin + 1] ?? 0) ** 2;
      return sum / WINDOW / WINDOW;
    };
    const bands = BAND_EDGES.slice(1).map((to, index) => Math.log10(energyOf(BAND_EDGES[index] ?? 1, to) + FLOOR));
    const before = previous ?? bands;
    previous = bands;
    const total = energyOf(1, WINDOW / 2);
    return {
      level: squares === 0 ? QUIETEST : Math.max(QUIETEST, 10 * Math.log10(squares / HOP)),
      crossings: crossings / HOP,
      onset: bands.reduce((sum, band, index) => sum + Math.max(0, band - (before[index] ?? band)), 0),
      voiceBand: total <= FLOOR ? 0 : energyOf(VOICE_BINS.from, VOICE_BINS.to) / total,
    };
  };
}
