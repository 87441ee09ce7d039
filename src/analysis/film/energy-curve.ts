import { meanOf } from "../statistics.ts";

export interface EnergyCurve {
  readonly shape: "steady" | "builds" | "falls" | "peaks" | "varies";
  /** Seconds; null without a peak. */
  readonly peakAt: number | null;
  readonly values: readonly number[];
}

export interface EnergyPart {
  readonly pace: number;
  /** 0 to 1; null for a film without sound. */
  readonly loudness: number | null;
}

const SOUND_WEIGHT = 0.35;
/** If the range from the calmest to the liveliest part is smaller, the curve is steady. */
const RANGE_MIN = 0.15;
/** The curve is smoothed over this time to each side. */
const SMOOTHED_SECONDS = 5;
/** Correlation with time from which a curve builds or falls. */
const TREND_MIN = 0.7;
/** A peak is above half its height for at most this share of the film. */
const PEAK_SHARE_MAX = 0.4;

/** Returns the energy of a part from its pace and loudness. */
export function energyOf({ pace, loudness }: EnergyPart): number {
  return loudness === null ? pace : (1 - SOUND_WEIGHT) * pace + SOUND_WEIGHT * loudness;
}

/** Classifies the shape of an energy curve. @param energies of equal parts of the film, 0 to 1. @param duration seconds. */
export function energyCurveOf(energies: readonly number[], duration: number): EnergyCurve {
  const smooth = smoothed(energies, duration);
  const lowest = Math.min(...smooth);
  const highest = Math.max(...smooth);
  const values = energies;
  if (smooth.length < 3 || highest - lowest < RANGE_MIN) return { shape: "steady", peakAt: null, values };
  const peak = smooth.indexOf(highest);
  const peakAt = ((peak + 0.5) / smooth.length) * duration;
  const trend = trendOf(smooth);
  if (trend >= TREND_MIN) return { shape: "builds", peakAt, values };
  if (trend <= -TREND_MIN) return { shape: "falls", peakAt, values };
  return isOneHump(smooth, peak) ? { shape: "peaks", peakAt, values } : { shape: "varies", peakAt: null, values };
}

/** Smooths the curve, so that a single cut or a film of seconds has no shape. */
function smoothed(values: readonly number[], duration: number): readonly number[] {
  const reach = Math.ceil(Math.max(values.length / 12, (SMOOTHED_SECONDS * values.length) / duration));
  return values.map((_, at) => meanOf(values.slice(Math.max(0, at - reach), at + reach + 1)));
}

/** Returns Pearson's correlation with time. */
export function trendOf(values: readonly number[]): number {
  const mean = meanOf(values);
  const middle = (values.length - 1) / 2;
  let [both, time, value] = [0, 0, 0];
  for (const [at, one] of values.entries()) {
    both += (at - middle) * (one - mean);
    time += (at - middle) ** 2;
    value += (one - mean) ** 2;
  }
  return time === 0 || value === 0 ? 0 : both / Math.sqrt(time * value);
}

/** Returns whether all parts above half the height are adjacent to the peak. */
function isOneHump(values: readonly number[], peak: number): boolean {
  const lowest = Math.min(...values);
  const half = ((values[peak] ?? 0) + lowest) / 2;
  let [from, to] = [peak, peak];
  while (from > 0 && (values[from - 1] ?? 0) > half) from--;
  while (to < values.length - 1 && (values[to + 1] ?? 0) > half) to++;
  const above = values.filter((value) => value > half).length;
  return above === to - from + 1 && above <= Math.max(1, PEAK_SHARE_MAX * values.length);
}
