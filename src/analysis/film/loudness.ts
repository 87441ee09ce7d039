import { clamp } from "../statistics.ts";
import { meansByPart } from "./parts.ts";
import { SOUND_FRAMES_A_SECOND, type SoundFrame } from "./sound-frames.ts";

/** Mean levels, in decibels below full scale, of a whisper in a film's mix and of its loudest scenes. */
const LEVELS = { quiet: -50, loud: -12 } as const;

/** How loud each equal part of the film is: 0 for silence, 1 for as loud as films are. */
export function loudnessByPart(frames: readonly SoundFrame[], duration: number, partCount: number): readonly number[] {
  const powers = frames.map(({ level }, index) => ({ at: index / SOUND_FRAMES_A_SECOND, value: 10 ** (level / 10) }));
  return meansByPart(powers, duration, partCount).map((power) => {
    const level = power <= 0 ? Number.NEGATIVE_INFINITY : 10 * Math.log10(power);
    return clamp((level - LEVELS.quiet) / (LEVELS.loud - LEVELS.quiet));
  });
}
