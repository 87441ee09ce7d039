import type { FilmAnalysis } from "../../../schema/wire/analysis.ts";
import type { StructureDocument } from "../../../schema/wire/structure.ts";

/** The parts of an analysis that a song is placed by. */
export type PlacedFilm = Pick<FilmAnalysis, "duration" | "cut_times" | "energy_curve">;

/** A cut and its strength, 0 to 1. */
export interface StrongCut {
  /** Seconds. */
  readonly at: number;
  readonly strength: number;
}

/** A cut with another one within this time is weaker. Seconds. */
const LONE_SECONDS = 1;
/** A correlation over fewer parts of the film says nothing. */
const PARTS_MIN = 4;
const FLAT = 1e-9;

/**
 * Returns the cuts in order of time. A cut is strong if the energy of the film changes from the part before it to the part after it,
 * and weak if it is one of a quick series.
 */
export function strongCutsOf({ duration, cut_times: times = [], energy_curve: { values } }: PlacedFilm): StrongCut[] {
  const range = Math.max(...values) - Math.min(...values);
  const part = duration / Math.max(1, values.length);
  const energyAt = (seconds: number): number =>
    values[Math.max(0, Math.min(values.length - 1, Math.floor(seconds / part)))] ?? 0;
  const sorted = times.toSorted((one, other) => one - other);
  return sorted.map((at, index) => {
    const [before = -Infinity, after = Infinity] = [sorted[index - 1], sorted[index + 1]];
    const lone = Math.min(1, Math.min(at - before, after - at) / LONE_SECONDS);
    const change = range > FLAT ? Math.abs(energyAt(at + part) - energyAt(at - part)) / range : 0;
    return { at, strength: (lone * (1 + change)) / 2 };
  });
}

/**
 * Returns the correlation of the film's energy with that of the sections of a song that begins at `offset`, over the parts of the
 * film that the song sounds in. Null where one of them does not change, and for fewer than four parts.
 */
export function energyAgreement(
  { duration, energy_curve: { values } }: PlacedFilm,
  { sections, starts_at: start, ends_at: end }: StructureDocument,
  offset: number,
): number | null {
  const pairs = values.flatMap((seen, index) => {
    const at = ((index + 0.5) / values.length) * duration - offset;
    const heard = at < start || at >= end ? undefined : sections.find(({ from, to }) => at >= from && at < to);
    return heard === undefined ? [] : [{ seen, heard: heard.energy }];
  });
  if (pairs.length < PARTS_MIN) return null;
  const [seenMean, heardMean] = [meanOf(pairs.map(({ seen }) => seen)), meanOf(pairs.map(({ heard }) => heard))];
  const sum = (value: (seen: number, heard: number) => number): number =>
    pairs.reduce((total, { seen, heard }) => total + value(seen - seenMean, heard - heardMean), 0);
  const spread = Math.sqrt(sum((seen) => seen ** 2) * sum((_, heard) => heard ** 2));
  return spread < FLAT ? null : Math.max(-1, Math.min(1, sum((seen, heard) => seen * heard) / spread));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
