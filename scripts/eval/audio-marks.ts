import type { Mode } from "../../schema/song.ts";

/** Relative tolerance of the common measures "Accuracy 1" and "Accuracy 2" (Gouyon et al. 2006). */
const TEMPO_TOLERANCE = 0.04;
const OCTAVES = [1, 2, 3, 1 / 2, 1 / 3] as const;
const NOTES = 12;

export interface KeyName {
  readonly tonic: number;
  readonly mode: Mode;
}

/** Returns whether a tempo is right, and whether it is right up to a factor of 2 or 3. */
export function markTempo(found: number | null, right: number): { readonly exact: boolean; readonly octave: boolean } {
  const is = (times: number): boolean => found !== null && Math.abs(found / (right * times) - 1) <= TEMPO_TOLERANCE;
  return { exact: is(1), octave: OCTAVES.some(is) };
}

/** Returns the MIREX score: 1 for the right key, 0.5 a fifth away, 0.3 for the relative key, 0.2 for the parallel key. */
export function markKey(found: KeyName | null, right: KeyName): number {
  if (found === null) return 0;
  const away = (found.tonic - right.tonic + NOTES) % NOTES;
  if (found.mode === right.mode) return away === 0 ? 1 : away === 7 || away === 5 ? 0.5 : 0;
  if (away === 0) return 0.2;
  return away === (right.mode === "major" ? 9 : 3) ? 0.3 : 0;
}
