import type { RandomGenerator } from "../seeded.ts";
import { type Chord, voicing } from "./harmony.ts";
import { hitsOf, humanise, type Note, patternFor, type Sheet, timeOf } from "./score.ts";
import type { StyleName } from "./style.ts";

/** x: the whole chord, a: the next note of the broken chord. A calm and a busy pattern for each style. */
const COMPS: Readonly<Record<StyleName, readonly [string, string]>> = {
  four: ["x.......x.......", "x..x..x...x..x.."],
  rock: ["x.......x.......", "x...x.x...x.x.x."],
  punk: ["x.x.x.x.x.x.x.x.", "x.x.x.x.x.x.x.x."],
  hiphop: ["x...............", "x.....x...x....."],
  trap: ["a...a...a...a...", "a.a.a.a.a.a.a.a."],
  breaks: ["x.......x.......", "x..x..x.....x..."],
  funk: ["..x.......x.....", "..xx..x...x..x.x"],
  soul: ["x.......x.......", "x...x.x.x...x.x."],
  swing: ["x...............", "x.....x.....x..."],
  ballad: ["a...a...a...a...", "a.a.a.a.a.a.a.a."],
  waltz: ["x...x...x...", "....x...x..."],
  reggae: ["....x.......x...", "....x.x.....x.x."],
  ska: ["..x...x...x...x.", "..x...x...x...x."],
  latin: ["x.....x...x.....", "a..a..a.a.a..a.a"],
  samba: ["x..x....x..x....", "x..x..x...x.x..."],
  bossa: ["x.....x...x.....", "x..x..x...x..x.."],
  dembow: ["x.......x.......", "x..x..x.x..x..x."],
  afro: ["a...a...a...a...", "a.aa.a.aa.aa.a.a"],
  march: ["....x.......x...", "..x...x...x...x."],
  train: ["....x.......x...", "..x.x.x...x.x.x."],
  epic: ["x.......x.......", "a.aaa.aaa.aaa.aa"],
  hands: ["a...a...a...a...", "a.a.a.aaa.a.a.aa"],
  pulse: ["a...a...a...a...", "a.a.a.a.a.a.a.a."],
  still: ["x.......a...a...", "a.a.a.a.a.a.a.a."],
};
const CENTRE = 60;
const ROLLED_SECONDS = 0.014;

/** The part of the chord instrument, in the range around `centre`. */
export function writeChords(sheet: Sheet, random: RandomGenerator, centre = CENTRE): readonly Note[] {
  const { length, feeling, chords, intensity } = sheet;
  const pattern = patternFor(sheet, combOf(sheet));
  const middle = centre + Math.round((feeling.register - 0.5) * 14);
  const notes: Note[] = [];
  let broken = 0;
  for (let bar = 0; bar < length.bars; bar++) {
    const chord = chords[bar];
    if (chord === undefined) continue;
    const tones = withClash(chord, voicing(chord, middle, 4));
    const level = (0.55 + 0.45 * feeling.force) * (0.7 + 0.3 * (intensity[bar] ?? 1));
    for (const { step, mark, steps } of hitsOf(pattern)) {
      const start = timeOf(sheet, bar, step);
      const held = timeOf(sheet, bar, step + steps) - start;
      const accent = step % 4 === 0 ? 1 : 0.82;
      if (mark === "a") {
        const pitch = ladder(tones, broken++);
        notes.push({ start, seconds: held * (0.5 + feeling.legato), pitch, level: humanise(level * accent, random) });
        continue;
      }
      const seconds = held * (0.35 + 0.6 * feeling.legato);
      for (const [at, pitch] of tones.entries()) {
        notes.push({
          start: start + at * ROLLED_SECONDS * feeling.legato,
          seconds,
          pitch,
          level: humanise(level * accent * 0.7, random),
        });
      }
    }
  }
  return [...notes, ...ending(sheet, middle)];
}

function combOf({ style, feeling, traits }: Sheet): string {
  if (/arpegg|ostinato/.test(traits)) return feeling.density > 0.5 ? "aaaaaaaaaaaaaaaa" : "a.a.a.a.a.a.a.a.";
  if (/fingerpicked/.test(traits)) return "a.a.a.aaa.a.a.aa";
  if (/stabs|staccato|tiptoe/.test(traits)) return "x...x.......x...";
  if (/sustained|drone/.test(traits) && feeling.density < 0.5) return "x...............";
  return COMPS[style.name][feeling.density > 0.42 ? 1 : 0];
}

/** Adds the dissonant tone on top, where it is audible. */
function withClash(chord: Chord, tones: readonly number[]): readonly number[] {
  if (chord.clash === null) return tones;
  const highest = tones.at(-1) ?? CENTRE;
  return [...tones, highest + ((((chord.clash - highest) % 12) + 12) % 12)];
}

/** Up the chord to the octave and down again. */
function ladder(tones: readonly number[], at: number): number {
  const rungs = [...tones, (tones[0] ?? CENTRE) + 12];
  const round = rungs.length * 2 - 2;
  const place = at % round;
  return rungs[place < rungs.length ? place : round - place] ?? CENTRE;
}

function ending(sheet: Sheet, centre: number): Note[] {
  const { length, chords, feeling } = sheet;
  const home = chords.at(-1);
  if (home === undefined) return [];
  const seconds = Math.min(2.4, length.seconds - length.bodySeconds - 0.2);
  return voicing(home, centre, 4).map((pitch, at) => ({
    start: length.bodySeconds + at * ROLLED_SECONDS * 2,
    seconds,
    pitch,
    level: 0.5 + 0.3 * feeling.force,
  }));
}
