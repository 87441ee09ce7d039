import { AUDIO_RATE, BLOCK } from "../samples.ts";
import { ONSETS_A_SECOND, type OnsetFrame } from "../onset-analyser.ts";
import { spectrumAnalyser } from "../signal.ts";

/** Notes and timbre of one moment. */
export interface NoteFrame {
  /** Amplitude of each of the twelve pitch classes, compressed by a square root; 0 is C. */
  readonly notes: Float64Array;
  /** Log power of TIMBRE_BANDS bands, from low to high. */
  readonly bands: Float64Array;
}

/** Everything that the structure of a sound is found from. */
export interface StructureFrames {
  /** 86 per second. */
  readonly onsets: readonly OnsetFrame[];
  /** NOTES_A_SECOND per second. The time of a frame is its middle. */
  readonly notes: readonly NoteFrame[];
}

export const TIMBRE_BANDS = 16;
/** 0.19 s: short enough for a beat, long enough for notes above 110 Hz. */
const WINDOW = 4_096;
const HOP_BLOCKS = 4;
export const NOTES_A_SECOND = ONSETS_A_SECOND / HOP_BLOCKS;
/** The frame with this number, which can be a fraction, has its middle at second 0. */
export const NOTES_LATE = WINDOW / BLOCK / HOP_BLOCKS / 2 - 1;
const NOTE_HZ = { from: 100, to: 2_000 } as const;
const BAND_HZ = { from: 40, to: 10_000 } as const;
const FLOOR = 1e-8;
const NOTES = 12;
const C_HZ = 440 * 2 ** (-9 / 12);

/** Returns a function that takes blocks of samples, full scale 1, and passes about 21 frames a second to `found`. */
export function noteMeter(found: (frame: NoteFrame) => void): (block: Float64Array) => void {
  const spectrumOf = spectrumAnalyser(WINDOW);
  const samples = new Float64Array(WINDOW);
  const amplitudes = new Float64Array(WINDOW / 2);
  const edges = Array.from({ length: TIMBRE_BANDS + 1 }, (_, at) =>
    binOf(BAND_HZ.from * (BAND_HZ.to / BAND_HZ.from) ** (at / TIMBRE_BANDS)),
  );
  const classes = Array.from({ length: WINDOW / 2 }, (_, bin) => classOf(bin));
  const [firstBin, lastBin] = [binOf(NOTE_HZ.from), binOf(NOTE_HZ.to)];
  let blocks = 0;
  return (block) => {
    samples.copyWithin(0, BLOCK);
    samples.set(block, WINDOW - BLOCK);
    if (++blocks % HOP_BLOCKS !== 0) return;
    const spectrum = spectrumOf(samples);
    for (let bin = 0; bin < amplitudes.length; bin++) {
      amplitudes[bin] = Math.hypot(spectrum[2 * bin] ?? 0, spectrum[2 * bin + 1] ?? 0) / WINDOW;
    }
    const notes = new Float64Array(NOTES);
    for (let bin = firstBin; bin <= lastBin; bin++) {
      const here = amplitudes[bin] ?? 0;
      if (here < (amplitudes[bin - 1] ?? 0) || here < (amplitudes[bin + 1] ?? 0)) continue;
      const note = classes[bin] ?? 0;
      notes[note] = (notes[note] ?? 0) + Math.sqrt(here);
    }
    found({ notes, bands: bandsOf(amplitudes, edges) });
  };
}

function binOf(hertz: number): number {
  return Math.max(1, Math.round((hertz * WINDOW) / AUDIO_RATE));
}

function classOf(bin: number): number {
  const hertz = (Math.max(1, bin) * AUDIO_RATE) / WINDOW;
  return ((Math.round(NOTES * Math.log2(hertz / C_HZ)) % NOTES) + NOTES) % NOTES;
}

function bandsOf(amplitudes: Float64Array, edges: readonly number[]): Float64Array {
  return Float64Array.from({ length: TIMBRE_BANDS }, (_, band) => {
    const from = edges[band] ?? 0;
    const to = Math.max(from + 1, edges[band + 1] ?? 0);
    let sum = 0;
    for (let bin = from; bin < to; bin++) sum += (amplitudes[bin] ?? 0) ** 2;
    return Math.log(sum + FLOOR);
  });
}
