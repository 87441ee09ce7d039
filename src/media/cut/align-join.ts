/** How well two moments of a recording fit together. */
export interface Alignment {
  /** Frames by which the second moment is later than it was said to be. */
  readonly shift: number;
  /** Correlation of the waveforms at this shift, -1 to 1. */
  readonly correlation: number;
}

/** From this correlation on the waveforms are those of the same sound. */
const SAME_MIN = 0.5;
/** Envelopes are the mean amplitudes of this many samples. */
const ENVELOPE_SAMPLES = 24;

/**
 * Finds the shift at which `second` continues `first` best: at which the waveforms correlate most, or, if they are of different
 * sounds, their envelopes. `second` has `reach` samples more on each side.
 */
export function alignJoin(first: Float64Array, second: Float64Array, reach: number): Alignment {
  const same = bestShift(first, second, reach);
  if (same.correlation >= SAME_MIN) return same;
  const { shift } = bestShift(envelopeOf(first), envelopeOf(second), reach);
  return { shift, correlation: correlationAt(first, second, reach + shift) };
}

function bestShift(first: Float64Array, second: Float64Array, reach: number): Alignment {
  let best: Alignment = { shift: 0, correlation: correlationAt(first, second, reach) };
  for (let shift = -reach; shift <= reach; shift++) {
    const correlation = correlationAt(first, second, reach + shift);
    // A shift must be worth it: silence and noise fit anywhere.
    if (correlation > best.correlation + 0.01) best = { shift, correlation };
  }
  return best;
}

function correlationAt(first: Float64Array, second: Float64Array, from: number): number {
  let [both, one, other] = [0, 0, 0];
  for (let at = 0; at < first.length; at++) {
    const a = first[at] ?? 0;
    const b = second[from + at] ?? 0;
    both += a * b;
    one += a * a;
    other += b * b;
  }
  return one <= 1e-12 || other <= 1e-12 ? 0 : both / Math.sqrt(one * other);
}

/** Amplitudes around each sample, without their mean. */
function envelopeOf(samples: Float64Array): Float64Array {
  const sums = new Float64Array(samples.length + 1);
  for (let at = 0; at < samples.length; at++) sums[at + 1] = (sums[at] ?? 0) + Math.abs(samples[at] ?? 0);
  const half = ENVELOPE_SAMPLES / 2;
  const envelope = Float64Array.from(samples, (_, at) => {
    const from = Math.max(0, at - half);
    const to = Math.min(samples.length, at + half);
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
  });
  const mean = envelope.reduce((sum, value) => sum + value, 0) / Math.max(1, envelope.length);
  return envelope.map((value) => value - mean);
}
