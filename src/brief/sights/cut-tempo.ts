import type { FilmAnalysis } from "../../../schema/wire/analysis.ts";

/** Fewer cuts have no rhythm. */
const CUTS_MIN = 6;
/** Share of the shots that must be as long as the typical one, and the tolerance relative to it. */
const REGULAR_MIN = 0.7;
const TOLERANCE = 0.1;
/** Seconds of a typical shot. A longer one is no beat. */
const SHOT = { min: 0.25, max: 4 } as const;
const BPM = { min: 70, max: 140 } as const;
/** A film that moves less is a series of stills: its cuts have a rhythm, but nothing in it dances. */
const MOVEMENT_MIN = 0.3;
/** Motion (percent of the width per second) and activity that count as full movement. */
const FULL = { motion: 10, activity: 0.15 } as const;

/** Returns how much a film moves within its shots, 0 to 1. */
export function movementOf({ motion, activity = 0 }: Pick<FilmAnalysis, "motion" | "activity">): number {
  return Math.min(1, motion / FULL.motion + activity / FULL.activity);
}

/**
 * Returns the tempo of a film that is cut regularly and moves, in beats per minute; otherwise null. A shot lasts one, two
 * or four beats, so the tempo is doubled or halved to a usual one.
 */
export function cutTempoOf(film: FilmAnalysis): number | null {
  const times = film.cut_times ?? [];
  if (times.length < CUTS_MIN || movementOf(film) < MOVEMENT_MIN) return null;
  const shots = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  const typical = shots.toSorted((a, b) => a - b)[Math.floor(shots.length / 2)] ?? 0;
  if (typical < SHOT.min || typical > SHOT.max) return null;
  const regular = shots.filter((shot) => Math.abs(shot - typical) <= TOLERANCE * typical);
  if (regular.length < REGULAR_MIN * shots.length) return null;
  const mean = regular.reduce((sum, shot) => sum + shot, 0) / regular.length;
  let bpm = 60 / mean;
  while (bpm < BPM.min) bpm *= 2;
  while (bpm > BPM.max) bpm /= 2;
  return bpm;
}
