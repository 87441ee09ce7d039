import { BandLevels } from "../../../src/media/imprint/band-levels.ts";
import { BAND_BINS, BANDS, FIRST_BIN, FRAME, IMPRINT_RATE } from "../../../src/media/imprint/imprint-form.ts";

const DECIBELS = 10 / Math.LN10;
/** Tiles of a band and a frame whose sound is quieter than this do not count: -60 dB below the loudest. */
const QUIET = 6 * Math.LN10;
/** Bands that are reported together, in hertz. */
const RANGES = [280, 700, 1_500, 3_000, 5_500, 9_600] as const;

export interface Distance {
  /** The distance that this share of tiles is below: 1 in 100. */
  readonly least: number;
  /** Median of music to difference in each of RANGES, in decibels. */
  readonly ranges: readonly number[];
  readonly overall: number;
  /** The share of tiles in which the difference is less than 20 dB below the music. */
  readonly near: number;
}

/** How far the difference of two sounds (at IMPRINT_RATE, mono) is below the first one. */
export function distanceOf(music: Float64Array, changed: Float64Array): Distance {
  const [levels, differences] = [new BandLevels(), new BandLevels()];
  levels.take(music);
  differences.take(music.map((value, at) => (changed[at] ?? 0) - value));
  const rows = levels.rows();
  const loudest = rows.reduce((most, row) => Math.max(most, ...row), -Infinity);
  const ranges: number[][] = RANGES.slice(1).map(() => []);
  const all: number[] = [];
  for (const [frame, row] of rows.entries()) {
    for (let band = 0; band < BANDS; band++) {
      const level = row[band] ?? 0;
      if (level < loudest - QUIET) continue;
      const distance = DECIBELS * (level - (differences.rows()[frame]?.[band] ?? 0));
      const hertz = ((FIRST_BIN + band * BAND_BINS) * IMPRINT_RATE) / FRAME;
      ranges[RANGES.findLastIndex((from) => from <= hertz)]?.push(distance);
      all.push(distance);
    }
  }
  const near = all.filter((distance) => distance < 20).length / Math.max(1, all.length);
  const least = all.toSorted((one, other) => one - other)[Math.floor(all.length / 100)] ?? NaN;
  return { ranges: ranges.map(medianOf), overall: medianOf(all), near, least };
}

export const RANGE_NAMES = RANGES.slice(1).map((to, index) => `${RANGES[index] ?? 0} to ${to} Hz`);

export function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN;
}
