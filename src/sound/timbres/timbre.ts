import type { Chance } from "../seeded.ts";

/** What an instrument is asked to play: one note. */
export interface Tone {
  /** Hertz. */
  readonly frequency: number;
  /** How long it is held; its release comes on top. */
  readonly seconds: number;
  /** How hard it is played and how bright the whole piece is, 0 to 1. */
  readonly brightness: number;
  readonly chance: Chance;
}

/** One note in mono at full level, peak about 1. */
export type Timbre = (tone: Tone) => Float32Array;

/** Scales a tone in place so that its peak is 1: instruments are then as loud as the table says, whatever they are made of. */
export function toFullLevel(tone: Float32Array): Float32Array {
  let peak = 0;
  for (let at = 0; at < tone.length; at++) peak = Math.max(peak, Math.abs(tone[at] ?? 0));
  if (peak < 1e-9) return tone;
  const scale = 1 / peak;
  for (let at = 0; at < tone.length; at++) tone[at] = (tone[at] ?? 0) * scale;
  return tone;
}
