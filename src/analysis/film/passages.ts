import { type HeardKind, PASSAGES_MAX } from "../../../schema/wire/analysis.ts";
import { SOUND_FRAMES_A_SECOND, type SoundFrame } from "./sound-frames.ts";
import { levelOf, SILENT_BELOW } from "./sound-level.ts";

/** A part of a film, in seconds from its start. */
export interface FilmPassage {
  readonly from: number;
  readonly to: number;
}

export interface HeardPassage extends FilmPassage {
  readonly value: HeardKind;
}

/** Relative to the mean level of the film, in decibels. */
const LOUD_ABOVE = 3;
const QUIET_BELOW = -10;
/** Shorter passages are single sounds or the gaps between them. */
const SECONDS_MIN = 2;
/** A second's level is the mean of this many seconds to each side. */
const REACH_SECONDS = 1;

/** Returns where a film is clearly louder, and where clearly quieter, than on average. Silence is quiet. */
export function levelPassages(frames: readonly SoundFrame[]): {
  readonly loud: readonly FilmPassage[];
  readonly quiet: readonly FilmPassage[];
} {
  const count = Math.floor(frames.length / SOUND_FRAMES_A_SECOND);
  const around = (second: number): readonly SoundFrame[] =>
    frames.slice(
      Math.max(0, second - REACH_SECONDS) * SOUND_FRAMES_A_SECOND,
      (second + REACH_SECONDS + 1) * SOUND_FRAMES_A_SECOND,
    );
  const levels = Array.from({ length: count }, (_, second) => levelOf(around(second)));
  const mean = levelOf(frames);
  const isQuiet = (level: number): boolean => level < Math.max(SILENT_BELOW, mean + QUIET_BELOW);
  const isLoud = (level: number): boolean => level >= SILENT_BELOW && level > mean + LOUD_ABOVE;
  const passagesOf = (holds: (level: number) => boolean): readonly FilmPassage[] =>
    longest(
      runsOf(levels.map(holds), 1)
        .filter(({ value }) => value)
        .map(({ from, to }) => ({ from, to })),
    );
  return { loud: passagesOf(isLoud), quiet: passagesOf(isQuiet) };
}

/** Returns the passages of each kind of sound; those of unsure kind are missing. @param seconds of one block. */
export function heardPassages(kinds: readonly HeardKind[], seconds: number): readonly HeardPassage[] {
  return longest(runsOf(kinds, seconds).filter(({ value }) => value !== "unsure"));
}

/** Joins equal neighbours. @param seconds of each value. */
function runsOf<Value>(
  values: readonly Value[],
  seconds: number,
): readonly (FilmPassage & { readonly value: Value })[] {
  const runs: { from: number; to: number; value: Value }[] = [];
  for (const [index, value] of values.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && last.value === value) last.to += seconds;
    else runs.push({ from: index * seconds, to: (index + 1) * seconds, value });
  }
  return runs;
}

/** Returns the longest passages in order of time. */
function longest<One extends FilmPassage>(passages: readonly One[]): readonly One[] {
  return passages
    .filter(({ from, to }) => to - from >= SECONDS_MIN)
    .toSorted((one, other) => other.to - other.from - (one.to - one.from))
    .slice(0, PASSAGES_MAX)
    .toSorted((one, other) => one.from - other.from);
}
