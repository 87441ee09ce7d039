import type { RandomGenerator } from "../seeded.ts";
import { voicing } from "./harmony.ts";
import { hitsOf, humanise, type Note, patternFor, type Sheet, timeOf } from "./score.ts";

const CENTRE = 64;

/** Backing voices: held chords, or shouts if the tags have a group chant. */
export function writeChoir(sheet: Sheet, from: number, random: RandomGenerator): readonly Note[] {
  const { length, chords, feeling, traits } = sheet;
  const isShout = /group chant|call and response/.test(traits);
  const pattern = patternFor(sheet, isShout ? "........x..x..x." : "x...............");
  const notes: Note[] = [];
  for (let bar = from; bar < length.bars; bar++) {
    const chord = chords[bar];
    if (chord === undefined) continue;
    for (const { step, steps } of hitsOf(pattern)) {
      const start = timeOf(sheet, bar, step);
      const seconds = (timeOf(sheet, bar, step + steps) - start) * (isShout ? 0.6 : 0.97);
      for (const pitch of voicing(chord, CENTRE, 3)) {
        notes.push({ start, seconds, pitch, level: humanise(0.7 + 0.3 * feeling.force, random) });
      }
    }
  }
  const home = chords.at(-1);
  if (home === undefined) return notes;
  const seconds = Math.max(0.5, length.seconds - length.bodySeconds - 0.9);
  return [
    ...notes,
    ...voicing(home, CENTRE, 3).map((pitch) => ({ start: length.bodySeconds, seconds, pitch, level: 0.8 })),
  ];
}
