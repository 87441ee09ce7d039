import type { RandomGenerator } from "../seeded.ts";
import { type Chord, nearest } from "./harmony.ts";
import { hitsOf, humanise, type Note, patternFor, type Sheet, timeOf } from "./score.ts";
import type { StyleName } from "./style.ts";

/** R root, 3 third, 5 fifth, 8 octave, a: approach note to the next chord. A calm and a busy pattern for each style. */
const LINES: Readonly<Record<StyleName, readonly [string, string]>> = {
  four: ["R...R...R...R...", "R.R8R.R8R.R8R.R8"],
  rock: ["R.......R.......", "R.R.R.R.R.R.R.5."],
  punk: ["R.R.R.R.R.R.R.R.", "R.R.R.R.R.R.R.R."],
  hiphop: ["R.........R.....", "R.....R...R..5.."],
  trap: ["R...............", "R.....R...R....."],
  breaks: ["R.......R.......", "R..R....R.R..5.."],
  funk: ["R.....8...R.....", "R..R..8.R..5.8.5"],
  soul: ["R.......5.......", "R...R.5.R...3.5."],
  swing: ["R.......5.......", "R...3...5...a..."],
  ballad: ["R...............", "R.......5......."],
  waltz: ["R...........", "R..........."],
  reggae: ["R.......5.......", "R..R..5...8.5..."],
  ska: ["R...5...R...5...", "R...3...5...a..."],
  latin: ["R.....5.........", "R.....5...8....."],
  samba: ["R.......5.......", "R..R5..5R..R5..5"],
  bossa: ["R.......5.......", "R.....5.5.....R."],
  dembow: ["R.......R.......", "R..R..R.R..R..5."],
  afro: ["R.....5.........", "R..5..R.8..5..R."],
  march: ["R.......5.......", "R...5...R...5..."],
  train: ["R.......5.......", "R.......5.....a."],
  epic: ["R...............", "R.R.R.R.R.R.R.R."],
  hands: ["R...............", "R.......R...5..."],
  pulse: ["R.......R.......", "R.R.R.R.R.R.R.R."],
  still: ["R...............", "R.......5......."],
};

const CENTRE = 38;

export function writeBass(sheet: Sheet, random: RandomGenerator, centre = CENTRE): readonly Note[] {
  const { length, feeling, style, chords, intensity } = sheet;
  const isBusy = feeling.density > 0.42 || /walking/.test(sheet.traits);
  const line = /walking/.test(sheet.traits) ? "R...3...5...a..." : LINES[style.name][isBusy ? 1 : 0];
  const notes: Note[] = [];
  for (let bar = 0; bar < length.bars; bar++) {
    const chord = chords[bar];
    const next = chords[bar + 1];
    if (chord === undefined || next === undefined || (intensity[bar] ?? 1) < 0.4) continue;
    const pattern = patternFor(sheet, line);
    for (const { step, mark, steps } of hitsOf(pattern)) {
      const start = timeOf(sheet, bar, step);
      const held = timeOf(sheet, bar, step + steps) - start;
      const seconds = held * (0.55 + 0.42 * feeling.legato);
      const level = humanise(step === 0 ? 1 : 0.86, random) * (0.7 + 0.3 * feeling.force);
      notes.push({ start, seconds, pitch: pitchOf(mark, chord, next, centre), level });
    }
  }
  const home = chords.at(-1);
  if (home !== undefined) {
    const seconds = Math.min(2.2, length.seconds - length.bodySeconds - 0.3);
    notes.push({ start: length.bodySeconds, seconds, pitch: rootOf(home, centre), level: 0.9 });
  }
  return notes;
}

function rootOf(chord: Chord, centre: number): number {
  return nearest(chord.tones[0] ?? 0, centre);
}

function pitchOf(mark: string, chord: Chord, next: Chord, centre: number): number {
  const root = rootOf(chord, centre);
  const above = (tone: number | undefined): number => root + (((((tone ?? root) - root) % 12) + 12) % 12);
  switch (mark) {
    case "3":
      return above(chord.tones[1]);
    case "5":
      return above(chord.tones[2]);
    case "8":
      return root + 12;
    case "a":
      return rootOf(next, centre) + (next.degree === chord.degree ? 7 : -1);
    default:
      return root;
  }
}
