import { clamp, deviationOf, meanOf } from "../statistics.ts";
import { meansByPart } from "./parts.ts";
import { SOUND_FRAMES_A_SECOND, type SoundFrame } from "./sound-frames.ts";

/** Mean levels in dBFS: a whisper in a film mix, and the loudest scenes. */
const LEVELS = { quiet: -50, loud: -12 } as const;
/** dBFS. A well recorded quiet room is louder. */
export const SILENT_BELOW = -55;
const QUIETEST = -100;
const TENTH = SOUND_FRAMES_A_SECOND / 10;

/** Returns the loudness of equal parts of a film: 0 for silence, 1 for the loudest scenes. */
export function loudnessByPart(frames: readonly SoundFrame[], duration: number, partCount: number): readonly number[] {
  const powers = frames.map(({ level }, index) => ({ at: index / SOUND_FRAMES_A_SECOND, value: 10 ** (level / 10) }));
  return meansByPart(powers, duration, partCount).map((power) => {
    const level = power <= 0 ? Number.NEGATIVE_INFINITY : 10 * Math.log10(power);
    return clamp((level - LEVELS.quiet) / (LEVELS.loud - LEVELS.quiet));
  });
}

/** Returns the share of silent frames, 0 to 1. */
export function silenceShareOf(frames: readonly SoundFrame[]): number {
  return frames.length === 0 ? 1 : frames.filter(({ level }) => level < SILENT_BELOW).length / frames.length;
}

/** Returns the mean level in dBFS; -100 for digital silence. */
export function levelOf(frames: readonly SoundFrame[]): number {
  const power = meanOf(frames.map(({ level }) => 10 ** (level / 10)));
  return power <= 0 ? QUIETEST : Math.max(QUIETEST, 10 * Math.log10(power));
}

/** Returns the deviation of the levels of tenths of a second, in decibels. */
export function unevennessOf(frames: readonly SoundFrame[]): number {
  return deviationOf(
    Array.from({ length: Math.floor(frames.length / TENTH) }, (_, at) =>
      levelOf(frames.slice(at * TENTH, (at + 1) * TENTH)),
    ),
  );
}
