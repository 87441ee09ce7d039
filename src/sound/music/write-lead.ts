import type { RandomGenerator } from "../seeded.ts";
import type { Chord } from "./harmony.ts";
import { semitonesOf } from "./key.ts";
import { hitsOf, humanise, type Note, patternFor, type Sheet, timeOf } from "./score.ts";

/** Rhythms of a bar, from calm to busy. */
const RHYTHMS: readonly (readonly [string, ...string[]])[] = [
  ["x...............", "x.......x.......", "........x......."],
  ["x.....x.x.......", "x...x...x.......", "....x...x...x..."],
  ["x..x..x...x.....", "x.x.x...x.x.x...", "..x.x.x.x...x..."],
  ["x.x.x.xxx.x.x...", "x..x..x.x.x.x.x.", "xxx.x.x.x.xxx..."],
];

export interface Melody {
  /** Centre of its range, as a MIDI number. */
  readonly centre: number;
  /** Density of notes, 0 to 1. */
  readonly busy: number;
  /** Its first bar. */
  readonly from: number;
  /** Plays only in every second pair of bars. */
  readonly isAnswer?: boolean;
}

/**
 * Writes a melody of two bars that repeats, fitted to the chords, and ends on the tonic. Strong beats have chord tones; the
 * notes between move by small steps.
 */
export function writeLead(sheet: Sheet, melody: Melody, random: RandomGenerator): readonly Note[] {
  const { length, feeling, chords, key } = sheet;
  const rhythms = twoBars(sheet, melody.busy, random);
  const moves = Array.from({ length: 32 }, () => Math.floor(random() * 5) - 2);
  const centre = melody.centre + Math.round((feeling.register - 0.5) * 10);
  const lowest = degreeNear(sheet, centre - 8);
  const highest = degreeNear(sheet, centre + 8);
  const notes: Note[] = [];
  let degree = degreeNear(sheet, centre);
  for (let bar = melody.from; bar < length.bars; bar++) {
    const chord = chords[bar];
    const isSilent = melody.isAnswer === true && Math.floor(bar / 2) % 2 === 0;
    if (chord === undefined || isSilent || (sheet.intensity[bar] ?? 1) < 0.34) continue;
    const pattern = rhythms[bar % 2] ?? rhythms[0];
    let at = (bar % 2) * 16;
    for (const { step, steps } of hitsOf(pattern)) {
      degree += moves[at++ % moves.length] ?? 0;
      if (degree > highest) degree -= 3;
      if (degree < lowest) degree += 3;
      if (step % 8 === 0) degree = toChord(sheet, chord, degree);
      const start = timeOf(sheet, bar, step);
      const held = timeOf(sheet, bar, step + Math.min(steps, 12)) - start;
      const level = humanise((0.72 + 0.28 * feeling.force) * (step % 4 === 0 ? 1 : 0.88), random);
      notes.push({
        start,
        seconds: held * (0.45 + 0.5 * feeling.legato),
        pitch: key.tonic + semitonesOf(key, degree),
        level,
      });
    }
  }
  const home = Math.round(degree / 7) * 7;
  const seconds = Math.min(1.9, length.seconds - length.bodySeconds - 0.5);
  notes.push({ start: length.bodySeconds, seconds, pitch: key.tonic + semitonesOf(key, home), level: 0.85 });
  return notes;
}

function twoBars(sheet: Sheet, busy: number, random: RandomGenerator): readonly [string, string] {
  const row = RHYTHMS[Math.min(3, Math.floor(busy * 3.99))] ?? RHYTHMS[1];
  const draw = (): string => patternFor(sheet, row?.[Math.floor(random() * row.length)] ?? "x.......x.......");
  return [draw(), draw()];
}

/** The degree nearest to a pitch: seven in each octave, 0 is the tonic below MIDI 12. */
function degreeNear({ key }: Sheet, pitch: number): number {
  return Math.round(((pitch - key.tonic) * 7) / 12);
}

/** The nearest degree that is a chord tone. */
function toChord({ key }: Sheet, chord: Chord, degree: number): number {
  const isIn = (one: number): boolean => chord.tones.includes((key.tonic + semitonesOf(key, one) + 120) % 12);
  return [0, 1, -1, 2, -2].map((step) => degree + step).find(isIn) ?? degree;
}
