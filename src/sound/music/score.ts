import type { RandomGenerator } from "../seeded.ts";
import type { Piece } from "../timbres/kit.ts";
import type { Feeling } from "./feeling.ts";
import type { Chord } from "./harmony.ts";
import type { Key } from "./key.ts";
import type { Length } from "./length.ts";
import type { Style } from "./style.ts";

/** A note of an instrument. Times are in seconds from the start of the piece. */
export interface Note {
  readonly start: number;
  readonly seconds: number;
  /** MIDI number. */
  readonly pitch: number;
  /** 0 to 1. */
  readonly level: number;
}

/** A stroke on a drum. */
export interface Stroke {
  readonly start: number;
  readonly piece: Piece;
  readonly level: number;
}

/** What all players of a piece share. */
export interface Sheet {
  readonly length: Length;
  readonly key: Key;
  readonly style: Style;
  readonly feeling: Feeling;
  /** One for each bar, and one for the ending. */
  readonly chords: readonly Chord[];
  /** Intensity of each bar, 0 to 1. */
  readonly intensity: readonly number[];
  /** The characteristic tags, joined, in lower case. */
  readonly traits: string;
}

/** Sixteenths in a beat. */
const STEPS_PER_BEAT = 4;

/** Time of a step of a bar in seconds. Swing delays the second half of every beat. */
export function timeOf(sheet: Sheet, bar: number, step: number): number {
  const { beatSeconds, beatsPerBar } = sheet.length;
  const beat = Math.floor(step / STEPS_PER_BEAT);
  const within = (step - beat * STEPS_PER_BEAT) / STEPS_PER_BEAT;
  const middle = 0.5 + sheet.style.swing / 2;
  const swung = within < 0.5 ? within * 2 * middle : middle + (within - 0.5) * 2 * (1 - middle);
  return (bar * beatsPerBar + beat + swung) * beatSeconds;
}

/** A pattern of four beats, fitted to this bar's length: a fifth beat repeats the first. */
export function patternFor(sheet: Sheet, pattern: string): string {
  const steps = sheet.length.beatsPerBar * STEPS_PER_BEAT;
  return (pattern + pattern).slice(0, steps).padEnd(steps, ".");
}

/** The steps of a pattern that are not rests, with the number of steps until the next. */
export function* hitsOf(
  pattern: string,
): Generator<{ readonly step: number; readonly mark: string; readonly steps: number }> {
  for (let step = 0; step < pattern.length; step++) {
    const mark = pattern[step] ?? ".";
    if (mark === ".") continue;
    let until = step + 1;
    while (until < pattern.length && pattern[until] === ".") until++;
    yield { step, mark, steps: until - step };
  }
}

/** Varies a level by up to 7 %, as a human player does. */
export function humanise(level: number, random: RandomGenerator): number {
  return Math.min(1, level * (0.93 + 0.14 * random()));
}
