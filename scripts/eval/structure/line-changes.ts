import { spectrumAnalyser } from "../../../src/audio/signal.ts";

const WINDOW = 1_024;
/** Frames between two spectra that are compared, of a quarter of a window. */
const HOP = WINDOW / 8;
const LAG = 4;
/** Around a bar line, in seconds: the cross-fade of a join is before it, and its attack can be a little late. */
const NEAR = { before: 0.06, after: 0.05 } as const;
/** What is compared before and after a bar line, in seconds. */
const SIDE = { gap: 0.03, length: 0.12 } as const;

/** How much a sound changes at a bar line. */
export interface LineChange {
  /** The largest spectral flux near the line. */
  readonly flux: number;
  /** The distance of the mean spectra before and after the line. */
  readonly jump: number;
}

/** Returns a function that measures how much a sound changes at a time, in seconds. `samples` are stereo, 16 bits. */
export function lineChanges(samples: Int16Array, rate: number): (time: number) => LineChange {
  const analyse = spectrumAnalyser(WINDOW);
  const block = new Float64Array(WINDOW);
  const spectrumAt = (frame: number): Float64Array => {
    for (let at = 0; at < WINDOW; at++) {
      const index = 2 * (frame - WINDOW / 2 + at);
      block[at] = ((samples[index] ?? 0) + (samples[index + 1] ?? 0)) / 65_536;
    }
    const complex = analyse(block);
    return Float64Array.from({ length: WINDOW / 2 }, (_, bin) =>
      Math.log1p(10 * Math.hypot(complex[2 * bin] ?? 0, complex[2 * bin + 1] ?? 0)),
    );
  };
  const spectra = (from: number, to: number): readonly Float64Array[] => {
    const frames: Float64Array[] = [];
    for (let frame = Math.round(from * rate); frame <= to * rate; frame += HOP) frames.push(spectrumAt(frame));
    return frames;
  };
  return (time) => {
    const near = spectra(time - NEAR.before, time + NEAR.after);
    const rises = near.slice(LAG).map((spectrum, at) => distance(spectrum, near[at] ?? spectrum, true));
    const before = meanOf(spectra(time - SIDE.gap - SIDE.length, time - SIDE.gap));
    const after = meanOf(spectra(time, time + SIDE.length));
    return { flux: Math.max(0, ...rises), jump: distance(after, before, false) };
  };
}

function meanOf(spectra: readonly Float64Array[]): Float64Array {
  return Float64Array.from({ length: WINDOW / 2 }, (_, bin) =>
    spectra.reduce((sum, spectrum) => sum + (spectrum[bin] ?? 0) / spectra.length, 0),
  );
}

function distance(one: Float64Array, other: Float64Array, onlyRises: boolean): number {
  return one.reduce((sum, value, bin) => {
    const change = value - (other[bin] ?? 0);
    return sum + (onlyRises ? Math.max(0, change) : Math.abs(change)) / one.length;
  }, 0);
}
