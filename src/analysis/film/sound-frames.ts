import FFT from "fft.js";

/** What a hundredth of a second of sound is like. */
export interface SoundFrame {
  /** Root mean square, full scale 1, in decibels; -100 for nothing. */
  readonly level: number;
  /** Share of neighbouring samples with a change of sign, 0 to 1. */
  readonly crossings: number;
  /** How much louder the bands became since the frame before: a note or a drum begins. */
  readonly onset: number;
  /** Share of the energy between 250 and 3000 Hz, where voices lie. */
  readonly voiceBand: number;
}

export const SOUND_RATE = 8_000;
export const SOUND_FRAMES_A_SECOND = 100;

const HOP = SOUND_RATE / SOUND_FRAMES_A_SECOND;
const WINDOW = 256;
const FULL_SCALE = 32_768;
const QUIETEST = -100;
/** Edges of the bands for onsets, in bins of 31 Hz: about an octave each. */
const BAND_EDGES = [1, 3, 6, 12, 24, 48, 96, 128] as const;
const VOICE_BINS = { from: 8, to: 96 } as const;
/** What noise lies under: without it silence would be full of onsets. */
const FLOOR = 1e-7;

/** Takes 16-bit little-endian samples in chunks of any length, and hands on a frame for each hop. */
export function soundFramer(take: (frame: SoundFrame) => void): (chunk: Uint8Array) => void {
  const samples = new Float64Array(WINDOW);
  const analyse = frameAnalyser();
  let fresh = 0;
  let low: number | null = null;
  return (chunk) => {
    for (const byte of chunk) {
      if (low === null) {
        low = byte;
        continue;
      }
      const unsigned = low | (byte << 8);
      low = null;
      samples[WINDOW - HOP + fresh] = (unsigned >= FULL_SCALE ? unsigned - 2 * FULL_SCALE : unsigned) / FULL_SCALE;
      if (++fresh < HOP) continue;
      take(analyse(samples));
      samples.copyWithin(0, HOP);
      fresh = 0;
    }
  };
}

function frameAnalyser(): (samples: Float64Array) => SoundFrame {
  const transform = new FFT(WINDOW);
  const spectrum = new Float64Array(2 * WINDOW);
  const windowed = new Float64Array(WINDOW);
  const hann = Float64Array.from({ length: WINDOW }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW));
  let former: readonly number[] | null = null;
  return (samples) => {
    let squares = 0;
    let crossings = 0;
    for (let at = WINDOW - HOP; at < WINDOW; at++) {
      const sample = samples[at] ?? 0;
      squares += sample * sample;
      if (sample >= 0 !== (samples[at - 1] ?? 0) >= 0) crossings++;
    }
    for (let at = 0; at < WINDOW; at++) windowed[at] = (samples[at] ?? 0) * (hann[at] ?? 0);
    transform.realTransform(spectrum, windowed);
    const energyOf = (from: number, to: number): number => {
      let sum = 0;
      for (let bin = from; bin < to; bin++) sum += (spectrum[2 * bin] ?? 0) ** 2 + (spectrum[2 * bin + 1] ?? 0) ** 2;
      return sum / WINDOW / WINDOW;
    };
    const bands = BAND_EDGES.slice(1).map((to, index) => Math.log10(energyOf(BAND_EDGES[index] ?? 1, to) + FLOOR));
    const before = former ?? bands;
    former = bands;
    const total = energyOf(1, WINDOW / 2);
    return {
      level: squares === 0 ? QUIETEST : Math.max(QUIETEST, 10 * Math.log10(squares / HOP)),
      crossings: crossings / HOP,
      onset: bands.reduce((sum, band, index) => sum + Math.max(0, band - (before[index] ?? band)), 0),
      voiceBand: total <= FLOOR ? 0 : energyOf(VOICE_BINS.from, VOICE_BINS.to) / total,
    };
  };
}
