import { ONSETS_A_SECOND } from "../onset-analyser.ts";
import { cosineOf } from "./beat-evidence.ts";
import { NOTES_A_SECOND, NOTES_LATE, type StructureFrames, TIMBRE_BANDS } from "./structure-meter.ts";

/** What a stretch of sound is like, for comparisons with others. */
export interface Stretch {
  /** Sum of the pitch classes. */
  readonly notes: Float64Array;
  /** Mean log power of the bands, relative to their mean in the piece. */
  readonly bands: Float64Array;
  /** Power in decibels, full scale 0. */
  readonly level: number;
}

const FLOOR_POWER = 1e-9;
/** A difference of timbre or level of this much makes two stretches as different as other notes do. Decibels. */
const LEVEL_SPREAD = 6;
const TIMBRE_SPREAD = 1.2;

/** Describes the stretches between successive times, in seconds. */
export function stretchesOf(frames: StructureFrames, times: readonly number[]): readonly Stretch[] {
  const usual = meanBands(frames, 0, Number.POSITIVE_INFINITY);
  return times.slice(0, -1).map((from, at) => {
    const to = times[at + 1] ?? from;
    const bands = meanBands(frames, from, to).map((value, band) => value - (usual[band] ?? 0));
    return { notes: sumNotes(frames, from, to), bands, level: levelBetween(frames, from, to) };
  });
}

/** How alike two stretches are: 1 for equal notes, timbre and level, 0 for strangers. */
export function likenessOf(one: Stretch, other: Stretch): number {
  const notes = Math.max(0, cosineOf(one.notes, other.notes) ?? 0);
  const timbre = Math.exp(-((bandDistance(one.bands, other.bands) / TIMBRE_SPREAD) ** 2));
  const level = Math.exp(-(((one.level - other.level) / LEVEL_SPREAD) ** 2));
  return notes * timbre * level;
}

/** Mean power between two times in decibels. */
function levelBetween({ onsets }: StructureFrames, from: number, to: number): number {
  const first = Math.max(0, Math.floor(from * ONSETS_A_SECOND));
  const last = Math.min(onsets.length, Math.max(first + 1, Math.ceil(to * ONSETS_A_SECOND)));
  let sum = 0;
  for (let at = first; at < last; at++) sum += onsets[at]?.power ?? 0;
  return 10 * Math.log10(sum / Math.max(1, last - first) + FLOOR_POWER);
}

function bandDistance(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let band = 0; band < TIMBRE_BANDS; band++) sum += ((one[band] ?? 0) - (other[band] ?? 0)) ** 2;
  return Math.sqrt(sum / TIMBRE_BANDS);
}

function sumNotes({ notes }: StructureFrames, from: number, to: number): Float64Array {
  const sum = new Float64Array(12);
  for (const frame of framesBetween(notes, from, to)) {
    for (let note = 0; note < 12; note++) sum[note] = (sum[note] ?? 0) + (frame.notes[note] ?? 0);
  }
  return sum;
}

function meanBands({ notes }: StructureFrames, from: number, to: number): Float64Array {
  const sum = new Float64Array(TIMBRE_BANDS);
  const these = framesBetween(notes, from, to);
  for (const frame of these) {
    for (let band = 0; band < TIMBRE_BANDS; band++) sum[band] = (sum[band] ?? 0) + (frame.bands[band] ?? 0);
  }
  return sum.map((value) => value / Math.max(1, these.length));
}

/** The frames whose middle is between two times; at least one, if the sound has any. */
function framesBetween<Frame>(frames: readonly Frame[], from: number, to: number): readonly Frame[] {
  const first = Math.max(0, Math.min(frames.length - 1, Math.ceil(from * NOTES_A_SECOND + NOTES_LATE)));
  const last = Math.min(frames.length - 1, Math.floor(to * NOTES_A_SECOND + NOTES_LATE));
  return frames.slice(first, Math.max(first, last) + 1);
}
