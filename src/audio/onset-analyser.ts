import { AUDIO_RATE, BLOCK } from "./samples.ts";
import { spectrumAnalyser } from "./signal.ts";

/** The features of one block of sound. */
export interface OnsetFrame {
  /** Spectral flux: the rise of compressed loudness, summed over the bands. */
  readonly onset: number;
  /** The same below 150 Hz: bass drums and bass. */
  readonly lowOnset: number;
  /** Mean square, full scale 1. */
  readonly power: number;
  /** The median frequency of the power in hertz; 0 in silence. */
  readonly middleHz: number;
}

export const ONSETS_A_SECOND = AUDIO_RATE / BLOCK;

const WINDOW = 1024;
const BANDS = { count: 32, fromHz: 40, toHz: 10_000 } as const;
const LOW_BELOW_HZ = 150;
/** The factor c in the compression log(1 + c·amplitude) (Klapuri 1999). */
const COMPRESSION = 1_000;
/** The distance of compared frames: a window is four hops long, so adjacent frames share most of it. */
const BACK = 2;

/**
 * Spectral flux over logarithmic bands of compressed amplitude (Bello et al., "A tutorial on onset detection in music
 * signals", 2005). Each band is compared with the loudest of its former neighbours, so that a vibrato gives no onset (Böck and
 * Widmer, "Maximum filter vibrato suppression", 2013).
 */
export function onsetAnalyser(): (block: Float64Array) => OnsetFrame {
  const spectrumOf = spectrumAnalyser(WINDOW);
  const samples = new Float64Array(WINDOW);
  const powers = new Float64Array(WINDOW / 2);
  const edges = bandEdges();
  const bandCount = edges.length - 1;
  const lowBands = edges.filter((bin) => binHz(bin) < LOW_BELOW_HZ).length;
  const history = Array.from({ length: BACK }, () => new Float64Array(bandCount));
  let seen = 0;
  return (block) => {
    samples.copyWithin(0, BLOCK);
    samples.set(block, WINDOW - BLOCK);
    const spectrum = spectrumOf(samples);
    for (let bin = 0; bin < WINDOW / 2; bin++) {
      powers[bin] = ((spectrum[2 * bin] ?? 0) ** 2 + (spectrum[2 * bin + 1] ?? 0) ** 2) / (WINDOW * WINDOW);
    }
    const before = history[seen % BACK] ?? new Float64Array(bandCount);
    let onset = 0;
    let lowOnset = 0;
    const now = Float64Array.from({ length: bandCount }, (_, band) => loudnessOf(powers, edges, band));
    if (seen >= BACK) {
      for (let band = 0; band < bandCount; band++) {
        const loudest = Math.max(before[band - 1] ?? 0, before[band] ?? 0, before[band + 1] ?? 0);
        const rise = Math.max(0, (now[band] ?? 0) - loudest);
        onset += rise;
        if (band < lowBands) lowOnset += rise;
      }
    }
    before.set(now);
    seen++;
    return { onset, lowOnset, power: meanSquare(block), middleHz: middleOf(powers) };
  };
}

function binHz(bin: number): number {
  return (bin * AUDIO_RATE) / WINDOW;
}

/** Bin numbers, strictly ascending, so that no band is empty. */
function bandEdges(): readonly number[] {
  const edges: number[] = [];
  for (let index = 0; index <= BANDS.count; index++) {
    const hertz = BANDS.fromHz * (BANDS.toHz / BANDS.fromHz) ** (index / BANDS.count);
    edges.push(Math.max((edges.at(-1) ?? 1) + 1, Math.round((hertz * WINDOW) / AUDIO_RATE)));
  }
  return edges;
}

function loudnessOf(powers: Float64Array, edges: readonly number[], band: number): number {
  let sum = 0;
  for (let bin = edges[band] ?? 0; bin < (edges[band + 1] ?? 0); bin++) sum += powers[bin] ?? 0;
  return Math.log(1 + COMPRESSION * Math.sqrt(sum));
}

function meanSquare(block: Float64Array): number {
  let sum = 0;
  for (const sample of block) sum += sample * sample;
  return sum / block.length;
}

function middleOf(powers: Float64Array): number {
  let total = 0;
  for (const power of powers) total += power;
  if (total <= 0) return 0;
  let below = 0;
  let bin = 0;
  while (bin < powers.length && below < total / 2) below += powers[bin++] ?? 0;
  return binHz(bin);
}
