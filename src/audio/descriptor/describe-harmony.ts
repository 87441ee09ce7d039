import { notesOf, tuningOf } from "../key.ts";
import { PITCH_STEPS, type PitchCircle } from "../pitch-analyser.ts";
import { columnsOf, deviationOf, meanOf, spreadOf } from "./statistics.ts";

const NOTES = 12;
/** Circles of the tonal centroid: fifths, minor thirds, major thirds, with their radii (Harte et al. 2006). */
const CIRCLES = [
  { turns: 7, radius: 1 },
  { turns: 3, radius: 1 },
  { turns: 4, radius: 0.5 },
] as const;
/** Components of the Fourier transform of the notes, whose size does not depend on the key. */
const COMPONENTS = 6;
/** Intervals within one moment, in semitones. */
const INTERVALS = 6;

/**
 * Which notes sound, how they move, and which intervals sound together. Notes are counted from the tuning of the recording, so
 * that a pitch of a few cents more or less changes nothing.
 */
export function describeHarmony(circles: readonly PitchCircle[]): readonly number[] {
  const whole = new Float64Array(PITCH_STEPS);
  for (const circle of circles)
    for (let step = 0; step < PITCH_STEPS; step++) whole[step] = (whole[step] ?? 0) + (circle[step] ?? 0);
  const tuning = tuningOf(whole);
  const notes = sharesOf(notesOf(whole, tuning)).map(Math.sqrt);
  const moments = circles.map((circle) => sharesOf(notesOf(circle, tuning)));
  const centroids = moments.map(centroidOf);
  const moves = centroids.slice(1).map((centroid, at) => distance(centroid, centroids[at] ?? centroid));
  return [
    ...notes,
    ...fill(columnsOf(centroids, meanOf), 2 * CIRCLES.length),
    ...fill(columnsOf(centroids, deviationOf), 2 * CIRCLES.length),
    ...spreadOf(moves),
    ...Array.from({ length: COMPONENTS }, (_, at) => componentOf(notes, at + 1)),
    ...fill(columnsOf(moments.map(intervalsOf), meanOf), INTERVALS),
    ...fill(columnsOf(moments, deviationOf), NOTES),
    ...spreadOf(moments.map(entropyOf)),
  ];
}

/** Zeros for a recording without any note. */
function fill(values: readonly number[], count: number): readonly number[] {
  return values.length === count ? values : Array.from({ length: count }, () => 0);
}

function sharesOf(notes: readonly number[]): readonly number[] {
  const sum = notes.reduce((total, note) => total + note, 0);
  return sum <= 0 ? notes.map(() => 0) : notes.map((note) => note / sum);
}

function centroidOf(notes: readonly number[]): readonly number[] {
  return CIRCLES.flatMap(({ turns, radius }) => {
    let [x, y] = [0, 0];
    notes.forEach((share, note) => {
      const angle = (2 * Math.PI * note * turns) / NOTES;
      x += radius * share * Math.sin(angle);
      y += radius * share * Math.cos(angle);
    });
    return [x, y];
  });
}

function distance(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)));
}

function componentOf(notes: readonly number[], turns: number): number {
  let [x, y] = [0, 0];
  notes.forEach((value, note) => {
    const angle = (2 * Math.PI * note * turns) / NOTES;
    x += value * Math.cos(angle);
    y += value * Math.sin(angle);
  });
  return Math.hypot(x, y);
}

function intervalsOf(notes: readonly number[]): readonly number[] {
  return Array.from({ length: INTERVALS }, (_, interval) =>
    notes.reduce((sum, share, note) => sum + Math.sqrt(share * (notes[(note + interval + 1) % NOTES] ?? 0)), 0),
  );
}

function entropyOf(notes: readonly number[]): number {
  return notes.reduce((sum, share) => (share > 0 ? sum - share * Math.log(share) : sum), 0);
}
