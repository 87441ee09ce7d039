import type { RandomGenerator } from "../seeded.ts";

/** One note that an instrument plays. */
export interface Tone {
  /** Hertz. */
  readonly frequency: number;
  /** How long it is held, without its release. */
  readonly seconds: number;
  /** From the force of the note and the brightness of the piece, 0 to 1. */
  readonly brightness: number;
  readonly random: RandomGenerator;
}

/** Renders one note in mono with a peak of about 1. */
export type Timbre = (tone: Tone) => Float32Array;

/** Scales a tone in place to a peak of 1, so that only the levels in ensemble.ts decide how loud an instrument is. */
export function normalise(tone: Float32Array): Float32Array {
  let peak = 0;
  for (let at = 0; at < tone.length; at++) peak = Math.max(peak, Math.abs(tone[at] ?? 0));
  if (peak < 1e-9) return tone;
  const scale = 1 / peak;
  for (let at = 0; at < tone.length; at++) tone[at] = (tone[at] ?? 0) * scale;
  return tone;
}
