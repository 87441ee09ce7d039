import { AUDIO_RATE, BLOCK } from "../samples.ts";
import { spectrumAnalyser } from "../signal.ts";

/** Timbre of one moment. */
export interface TimbreFrame {
  /** Cepstral coefficients 1 and up of the log-mel spectrum; the loudness, which is coefficient 0, is left out. */
  readonly cepstrum: Float64Array;
  /** The logarithm of the ratio of peaks to valleys in each octave: high for notes, low for noise. */
  readonly contrast: Float64Array;
  /** The common logarithm of the power. */
  readonly level: number;
  /** The centre of the spectrum in octaves above 100 Hz. */
  readonly centre: number;
  /** The frequency below which 85 % of the power are, in octaves above 100 Hz. */
  readonly rolloff: number;
  /** The logarithm of the ratio of the geometric to the arithmetic mean of the power: 0 for white noise, negative for notes. */
  readonly flatness: number;
}

const WINDOW = 2048;
const HOP_BLOCKS = 4;
const MEL_BANDS = 40;
const MEL_HZ = { from: 30, to: 10_000 } as const;
const CEPSTRUM = 20;
/** Edges of the octaves whose contrast is measured, in hertz. */
const OCTAVES_HZ = [60, 200, 400, 800, 1_600, 3_200, 8_000] as const;
const CONTRASTS = OCTAVES_HZ.length - 1;
/** Share of the bins of an octave that count as its peaks, and as its valleys. */
const EXTREME_SHARE = 0.1;
/** Relative to full scale: below the noise of 16 bits. */
const FLOOR = 1e-10;
/** Frames with less power are silent. */
const SILENT = 1e-9;
const ROLLOFF_SHARE = 0.85;

/** Returns a function that takes blocks of samples, full scale 1, and passes 21 frames a second to `found`, without silent ones. */
export function timbreMeter(found: (frame: TimbreFrame) => void): (block: Float64Array) => void {
  const spectrumOf = spectrumAnalyser(WINDOW);
  const samples = new Float64Array(WINDOW);
  const powers = new Float64Array(WINDOW / 2);
  const filters = melFilters();
  const cosines = cosineTable();
  const logMel = new Float64Array(MEL_BANDS);
  const octaves = OCTAVES_HZ.map((hertz) => Math.round((hertz * WINDOW) / AUDIO_RATE));
  let blocks = 0;
  return (block) => {
    samples.copyWithin(0, BLOCK);
    samples.set(block, WINDOW - BLOCK);
    if (++blocks % HOP_BLOCKS !== 0) return;
    const spectrum = spectrumOf(samples);
    let total = 0;
    for (let bin = 0; bin < WINDOW / 2; bin++) {
      const power = ((spectrum[2 * bin] ?? 0) ** 2 + (spectrum[2 * bin + 1] ?? 0) ** 2) / (WINDOW * WINDOW);
      powers[bin] = power;
      total += power;
    }
    if (total <= SILENT) return;
    filters.forEach(({ first, weights }, band) => {
      let sum = 0;
      for (let at = 0; at < weights.length; at++) sum += (weights[at] ?? 0) * (powers[first + at] ?? 0);
      logMel[band] = Math.log(sum + FLOOR);
    });
    found({
      cepstrum: cepstrumOf(logMel, cosines),
      contrast: contrastOf(powers, octaves),
      level: Math.log10(total),
      ...shapeOf(powers, total),
    });
  };
}

interface MelFilter {
  readonly first: number;
  readonly weights: Float64Array;
}

/** Triangles of equal width in mel (O'Shaughnessy's formula). */
function melFilters(): readonly MelFilter[] {
  const mel = (hertz: number): number => 2_595 * Math.log10(1 + hertz / 700);
  const hertz = (value: number): number => 700 * (10 ** (value / 2_595) - 1);
  const [from, to] = [mel(MEL_HZ.from), mel(MEL_HZ.to)];
  const bin = (edge: number): number => (hertz(from + ((to - from) * edge) / (MEL_BANDS + 1)) * WINDOW) / AUDIO_RATE;
  return Array.from({ length: MEL_BANDS }, (_, band) => {
    const [left, middle, right] = [bin(band), bin(band + 1), bin(band + 2)];
    const first = Math.floor(left);
    const last = Math.ceil(right);
    const weights = Float64Array.from({ length: last - first + 1 }, (_zero, at) => {
      const place = first + at;
      const rise = (place - left) / Math.max(1, middle - left);
      const fall = (right - place) / Math.max(1, right - middle);
      return Math.max(0, Math.min(1, rise, fall));
    });
    if (weights.every((weight) => weight === 0)) weights[Math.round(middle) - first] = 1;
    return { first, weights };
  });
}

/** The rows 1 to CEPSTRUM of the discrete cosine transform. */
function cosineTable(): Float64Array {
  return Float64Array.from({ length: CEPSTRUM * MEL_BANDS }, (_, at) => {
    const [coefficient, band] = [Math.floor(at / MEL_BANDS) + 1, at % MEL_BANDS];
    return Math.cos((Math.PI * coefficient * (band + 0.5)) / MEL_BANDS) * Math.sqrt(2 / MEL_BANDS);
  });
}

function cepstrumOf(logMel: Float64Array, cosines: Float64Array): Float64Array {
  const cepstrum = new Float64Array(CEPSTRUM);
  for (let coefficient = 0; coefficient < CEPSTRUM; coefficient++) {
    let sum = 0;
    for (let band = 0; band < MEL_BANDS; band++)
      sum += (cosines[coefficient * MEL_BANDS + band] ?? 0) * (logMel[band] ?? 0);
    cepstrum[coefficient] = sum;
  }
  return cepstrum;
}

/** Jiang et al., "Music type classification by spectral contrast feature" (2002). */
function contrastOf(powers: Float64Array, octaves: readonly number[]): Float64Array {
  return Float64Array.from({ length: CONTRASTS }, (_, octave) => {
    const bins = powers.slice(octaves[octave], octaves[octave + 1]).sort();
    const extreme = Math.max(1, Math.round(EXTREME_SHARE * bins.length));
    let [low, high] = [0, 0];
    for (let at = 0; at < extreme; at++) {
      low += bins[at] ?? 0;
      high += bins[bins.length - 1 - at] ?? 0;
    }
    return Math.log10((high + FLOOR) / (low + FLOOR));
  });
}

function shapeOf(powers: Float64Array, total: number): Pick<TimbreFrame, "centre" | "rolloff" | "flatness"> {
  let [centre, logs, below, rolloff] = [0, 0, 0, 0];
  for (let bin = 1; bin < powers.length; bin++) {
    const power = powers[bin] ?? 0;
    centre += power * bin;
    logs += Math.log(power + FLOOR);
    below += power;
    if (below < ROLLOFF_SHARE * total) rolloff = bin;
  }
  return {
    centre: octavesOf(centre / total),
    rolloff: octavesOf(rolloff + 1),
    flatness: logs / powers.length - Math.log(total / powers.length + FLOOR),
  };
}

function octavesOf(bin: number): number {
  return Math.log2(Math.max(1, (bin * AUDIO_RATE) / WINDOW / 100));
}
