import type { SoundFrame } from "./sound-frames.ts";

/** Decibels below full scale: a quiet room recorded as it should be lies above it. */
export const SILENT_BELOW = -55;

/** Share of the frames that are silent, 0 to 1. */
export function silenceShareOf(frames: readonly SoundFrame[]): number {
  return frames.length === 0 ? 1 : frames.filter(({ level }) => level < SILENT_BELOW).length / frames.length;
}
