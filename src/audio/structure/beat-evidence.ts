import { NOTES_A_SECOND, NOTES_LATE, type StructureFrames } from "./structure-meter.ts";
import { ONSETS_A_SECOND } from "../onset-analyser.ts";

/** What speaks for each beat being the first of a bar. */
export interface BeatEvidence {
  /** How much the notes change here, in standard deviations of the change at all onsets. */
  readonly harmony: readonly number[];
  /** Onset below 150 Hz, in standard deviations of that of the beats. */
  readonly bass: readonly number[];
  /** 1 where the piece begins, and on its last onset: both are usually on the first beat of a bar. */
  readonly edge: readonly number[];
}

/** An onset this near belongs to the beat. Seconds. */
const NEAR_SECONDS = 0.035;
/** The first and the last onset are at most this far from their beat. */
const EDGE_SECONDS = 0.07;
/** The notes of this long before a moment are compared with those after it: so long that a melody matters less than a chord. */
const CHANGE_SECONDS = 1.2;

/**
 * Returns how much the notes change at each moment, NOTES_A_SECOND values per second. 0 is the mean at the `onsets`, in seconds, because
 * notes change on every beat more than between beats; 1 is their standard deviation.
 */
function noteChanges(frames: StructureFrames, onsets: readonly number[]): Float64Array {
  const sums = noteSums(frames);
  const values = frames.notes.map((_, at) => {
    const now = at / NOTES_A_SECOND;
    const likeness = cosineOf(notesIn(sums, now - CHANGE_SECONDS, now), notesIn(sums, now, now + CHANGE_SECONDS));
    return likeness === null ? 0 : 1 - likeness;
  });
  // The most of the frames around each moment, because a beat is not exactly on a frame.
  const near = values.map((value, at) => Math.max(value, values[at - 1] ?? value, values[at + 1] ?? value));
  const there = onsets.map((time) => near[Math.round(time * NOTES_A_SECOND)] ?? 0);
  const spread = spreadOf(there.length < 2 ? near : there);
  return Float64Array.from(near, (value) => standardised(value, spread));
}

/** Sums of the pitch classes of all frames before each frame. */
function noteSums({ notes }: StructureFrames): readonly Float64Array[] {
  const sums = [new Float64Array(12)];
  for (const frame of notes) {
    const last = sums.at(-1);
    sums.push(frame.notes.map((value, note) => value + (last?.[note] ?? 0)));
  }
  return sums;
}

function notesIn(sums: readonly Float64Array[], fromSeconds: number, toSeconds: number): Float64Array {
  const place = (seconds: number): number =>
    Math.max(0, Math.min(sums.length - 1, Math.round(seconds * NOTES_A_SECOND + NOTES_LATE)));
  const before = sums[place(fromSeconds)];
  return (sums[place(toSeconds)] ?? new Float64Array(12)).map((value, note) => value - (before?.[note] ?? 0));
}

/** What does not depend on the beats that are tried. */
export interface PieceEvidence {
  readonly changes: Float64Array;
  /** The first and the last onset, in seconds. */
  readonly edges: readonly number[];
}

/** @param onsets The times of all onsets, in seconds. */
export function pieceEvidence(frames: StructureFrames, onsets: readonly number[]): PieceEvidence {
  return { changes: noteChanges(frames, onsets), edges: [...onsets.slice(0, 1), ...onsets.slice(-1)] };
}

/** Returns the evidence at beats, in seconds. */
export function beatEvidence(
  frames: StructureFrames,
  { changes, edges }: PieceEvidence,
  beats: readonly number[],
): BeatEvidence {
  const bass = beats.map((beat) => bassNear(frames, beat));
  const spread = spreadOf(bass);
  return {
    harmony: beats.map((beat) => changes[Math.round(beat * NOTES_A_SECOND)] ?? 0),
    bass: bass.map((value) => standardised(value, spread)),
    edge: beats.map((beat) => (edges.some((time) => Math.abs(time - beat) <= EDGE_SECONDS) ? 1 : 0)),
  };
}

export function typicalGap(beats: readonly number[]): number {
  const gaps = beats.slice(1).map((beat, at) => beat - (beats[at] ?? 0));
  return gaps.toSorted((one, other) => one - other)[gaps.length >> 1] ?? 0.5;
}

function bassNear({ onsets }: StructureFrames, beat: number): number {
  const from = Math.max(0, Math.round((beat - NEAR_SECONDS) * ONSETS_A_SECOND));
  const to = Math.min(onsets.length - 1, Math.round((beat + NEAR_SECONDS) * ONSETS_A_SECOND));
  let most = 0;
  for (let at = from; at <= to; at++) most = Math.max(most, onsets[at]?.lowOnset ?? 0);
  return most;
}

/** Sum of the pitch classes between two times, without their frames at the edges, whose windows reach over them. */
export function meanNotes({ notes }: StructureFrames, fromSeconds: number, toSeconds: number): Float64Array {
  const sum = new Float64Array(12);
  const from = Math.max(0, Math.ceil(fromSeconds * NOTES_A_SECOND + NOTES_LATE));
  const to = Math.min(notes.length - 1, Math.floor(toSeconds * NOTES_A_SECOND + NOTES_LATE));
  for (let at = from; at <= to; at++) {
    const frame = notes[at]?.notes;
    for (let note = 0; note < 12; note++) sum[note] = (sum[note] ?? 0) + (frame?.[note] ?? 0);
  }
  return sum;
}

/** The cosine of two vectors after their means are taken off; null if one of them is flat. */
export function cosineOf(one: Float64Array, other: Float64Array): number | null {
  const [meanOne, meanOther] = [meanOf(one), meanOf(other)];
  let [both, a, b] = [0, 0, 0];
  for (let at = 0; at < one.length; at++) {
    const x = (one[at] ?? 0) - meanOne;
    const y = (other[at] ?? 0) - meanOther;
    both += x * y;
    a += x * x;
    b += y * y;
  }
  return a <= 1e-12 || b <= 1e-12 ? null : both / Math.sqrt(a * b);
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Deviations are limited, so that one crash does not decide. */
const LIMIT = 3;

interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

function standardised(value: number, { mean, deviation }: Spread): number {
  return deviation < 1e-9 ? 0 : Math.max(-LIMIT, Math.min(LIMIT, (value - mean) / deviation));
}

function spreadOf(values: readonly number[]): Spread {
  const count = Math.max(1, values.length);
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  return { mean, deviation: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count) };
}
