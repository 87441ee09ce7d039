import type { Mode } from "../../schema/song.ts";
import { PITCH_STEPS, type PitchCircle } from "./pitch-analyser.ts";

/** The best key of a piece, with what its confidence depends on. */
export interface KeyGuess {
  /** 0 is C. */
  readonly tonic: number;
  readonly mode: Mode;
  /** Correlation of the pitch classes with the key's profile, -1 to 1. */
  readonly fit: number;
  /** Difference to the correlation of the second best key. */
  readonly lead: number;
}

export const NOTE_NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"] as const;
const NOTES = 12;
const STEPS_A_NOTE = PITCH_STEPS / NOTES;

/**
 * Frequency of each degree in a key, from the tonic up, as counted in scores by Albrecht and Shanahan ("The use of large
 * corpora to train a new type of key-finding algorithm", Music Perception 31, 2013).
 */
const PROFILES: Readonly<Record<Mode, readonly number[]>> = {
  major: [0.238, 0.006, 0.111, 0.006, 0.137, 0.094, 0.016, 0.214, 0.009, 0.08, 0.008, 0.081],
  minor: [0.22, 0.006, 0.104, 0.123, 0.019, 0.103, 0.012, 0.214, 0.062, 0.022, 0.061, 0.052],
};

/**
 * Finds the key whose profile correlates best (Krumhansl, "Cognitive foundations of musical pitch", 1990). It compares square
 * roots, so that one loud note does not decide alone. Null without any pitch.
 */
export function keyOf(circle: PitchCircle): KeyGuess | null {
  const notes = notesOf(circle, tuningOf(circle));
  if (Math.max(...notes) <= 0) return null;
  const keys = Array.from({ length: NOTES }, (_, tonic) =>
    (["major", "minor"] as const).map((mode) => ({ tonic, mode, fit: fitOf(notes, tonic, PROFILES[mode]) })),
  )
    .flat()
    .toSorted((one, other) => other.fit - one.fit);
  const [best, second] = keys;
  if (best === undefined || second === undefined) return null;
  return { ...best, lead: best.fit - second.fit };
}

/** The tuning, in steps sharp (-5 to 5): the circular mean of all steps modulo a semitone. */
export function tuningOf(circle: PitchCircle): number {
  let [x, y] = [0, 0];
  for (const [step, amount] of circle.entries()) {
    const angle = (2 * Math.PI * step) / STEPS_A_NOTE;
    x += amount * Math.cos(angle);
    y += amount * Math.sin(angle);
  }
  return (Math.atan2(y, x) / (2 * Math.PI)) * STEPS_A_NOTE;
}

/** Sums with a bell around each of the twelve notes: pitches between two notes count little for either. */
export function notesOf(circle: PitchCircle, tuning: number): readonly number[] {
  return Array.from({ length: NOTES }, (_, note) => {
    const middle = note * STEPS_A_NOTE + tuning;
    let sum = 0;
    for (const [step, amount] of circle.entries()) {
      const away = step - middle;
      const distance = Math.abs(away - PITCH_STEPS * Math.round(away / PITCH_STEPS)) / (STEPS_A_NOTE / 2);
      if (distance < 1) sum += amount * Math.cos((Math.PI / 2) * distance) ** 2;
    }
    return sum;
  });
}

/** Pearson's correlation of the square roots. */
function fitOf(notes: readonly number[], tonic: number, counted: readonly number[]): number {
  const profile = counted.map(Math.sqrt);
  const turned = profile.map((_, degree) => Math.sqrt(notes[(tonic + degree) % NOTES] ?? 0));
  const meanNote = turned.reduce((sum, value) => sum + value, 0) / NOTES;
  const meanProfile = profile.reduce((sum, value) => sum + value, 0) / NOTES;
  let [both, one, other] = [0, 0, 0];
  for (const [degree, value] of turned.entries()) {
    const a = value - meanNote;
    const b = (profile[degree] ?? 0) - meanProfile;
    both += a * b;
    one += a * a;
    other += b * b;
  }
  return one <= 0 ? 0 : both / Math.sqrt(one * other);
}
