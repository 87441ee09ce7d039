import { type RandomGenerator, pick } from "../seeded.ts";
import type { Feeling } from "./feeling.ts";
import { type Key, type ModeName, semitonesOf } from "./key.ts";
import type { Length } from "./length.ts";

/** The chord of a bar. */
export interface Chord {
  /** Degree of the root in the scale, 0 to 6. */
  readonly degree: number;
  /** Pitch classes from the root up: three, four or five of them. */
  readonly tones: readonly number[];
  /** A dissonant pitch class that chord players may add. */
  readonly clash: number | null;
}

type Degrees = readonly number[];
type Choice = readonly [Degrees, ...Degrees[]];

/** Progressions of four chords that begin on the tonic. */
const ROUNDS: Readonly<Record<ModeName, Choice>> = {
  major: [
    [0, 4, 5, 3],
    [0, 3, 4, 3],
    [0, 5, 3, 4],
    [0, 3, 0, 4],
  ],
  minor: [
    [0, 5, 2, 6],
    [0, 5, 3, 6],
    [0, 6, 5, 6],
    [0, 3, 5, 6],
  ],
  dorian: [
    [0, 3, 0, 3],
    [0, 6, 3, 0],
  ],
  phrygian: [
    [0, 1, 0, 6],
    [0, 1, 2, 1],
  ],
  lydian: [
    [0, 1, 0, 4],
    [0, 1, 5, 1],
  ],
  mixolydian: [
    [0, 6, 3, 0],
    [0, 3, 6, 3],
  ],
};
const TENSE: Choice = [
  [0, 0, 5, 0],
  [0, 1, 0, 5],
  [0, 0, 3, 5],
];
const CALM: Choice = [
  [0, 3, 0, 3],
  [0, 5, 3, 0],
];
const COOL: Choice = [
  [0, 5, 1, 4],
  [0, 3, 1, 4],
];
/** The degree before the final tonic. */
const CADENCE: Readonly<Record<ModeName, number>> = {
  major: 4,
  minor: 4,
  dorian: 3,
  phrygian: 1,
  lydian: 1,
  mixolydian: 6,
};
/** Faster changes blur the harmony. */
const CHORD_SECONDS_MIN = 1.4;

/** A chord for every bar, and the tonic for the ending. */
export function harmonise(key: Key, feeling: Feeling, length: Length, random: RandomGenerator): readonly Chord[] {
  const round = roundOf(key, feeling, random);
  const barSeconds = length.beatSeconds * length.beatsPerBar;
  const barsPerChord = barSeconds < CHORD_SECONDS_MIN && length.bars >= 8 ? 2 : 1;
  const chords: Chord[] = [];
  for (let bar = 0; bar < length.bars; bar++) {
    const isLast = bar === length.bars - 1 && length.bars > 2;
    const degree = isLast ? CADENCE[key.mode] : (round[Math.floor(bar / barsPerChord) % round.length] ?? 0);
    chords.push(chordOn(key, degree, feeling, isLast));
  }
  chords.push(chordOn(key, 0, { ...feeling, colour: feeling.colour > 0.5 ? 0.4 : 0 }, false));
  return chords;
}

function roundOf(key: Key, feeling: Feeling, random: RandomGenerator): Degrees {
  const isPlain = key.mode === "major" || key.mode === "minor";
  if (feeling.dissonance > 0.3 && key.mode === "minor") return pick(random, TENSE);
  if (isPlain && feeling.colour > 0.42) return pick(random, COOL);
  if (isPlain && feeling.density < 0.15) return pick(random, CALM);
  return pick(random, ROUNDS[key.mode]);
}

function chordOn(key: Key, degree: number, feeling: Feeling, isCadence: boolean): Chord {
  const steps = [0, 2, 4, ...(feeling.colour > 0.38 ? [6] : []), ...(feeling.colour > 0.62 && degree === 0 ? [8] : [])];
  const tones = steps.map((step) => (key.tonic + semitonesOf(key, degree + step)) % 12);
  // A cadence in minor raises the leading tone, except in a tense piece.
  if (isCadence && key.mode === "minor" && feeling.dissonance < 0.3) tones[1] = (key.tonic + 11) % 12;
  const clash = feeling.dissonance > 0.3 ? (key.tonic + semitonesOf(key, degree === 0 ? 5 : degree + 1)) % 12 : null;
  return { degree, tones, clash };
}

/** The pitch of a pitch class nearest to `centre`, as MIDI numbers. */
export function nearest(pitchClass: number, centre: number): number {
  const above = (((pitchClass - centre) % 12) + 12) % 12;
  return above > 6 ? centre + above - 12 : centre + above;
}

/** The chord's tones around `centre`, from low to high. */
export function voicing(chord: Chord, centre: number, count: number): readonly number[] {
  const pitches = chord.tones.map((tone) => nearest(tone, Math.round(centre)));
  return pitches.toSorted((a, b) => a - b).slice(0, count);
}
