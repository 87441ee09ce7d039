import type { SoundSong } from "../sound-song.ts";
import { pick, seeded } from "../seeded.ts";

export interface Key {
  /** 0 for C to 11 for B. */
  readonly tonic: number;
  /** Semitones above the tonic, seven values. */
  readonly scale: readonly number[];
  readonly mode: ModeName;
}

export type ModeName = keyof typeof MODES;

const MODES = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
} as const;

const NATURALS: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** A song without a key gets a Dorian one, seeded by its id: such pieces are mostly noise and drones. */
export function keyOf(song: SoundSong): Key {
  const [, letter = "", sign = ""] = /^([A-G])([#b]?)$/.exec(song.keyName) ?? [];
  const natural = NATURALS[letter];
  const mode = modeOf(song.keyMode);
  if (natural === undefined)
    return { tonic: pick(seeded(`${song.id} key`), [0, 2, 4, 7, 9]), scale: MODES.dorian, mode: "dorian" };
  const tonic = (natural + (sign === "#" ? 1 : sign === "b" ? 11 : 0)) % 12;
  return { tonic, scale: MODES[mode], mode };
}

function modeOf(name: string): ModeName {
  const lower = name.toLowerCase();
  return isMode(lower) ? lower : "major";
}

function isMode(name: string): name is ModeName {
  return name in MODES;
}

/** Semitones from the tonic of octave 0 to a degree. Degrees above 6 are in higher octaves. */
export function semitonesOf(key: Key, degree: number): number {
  const octave = Math.floor(degree / 7);
  return (key.scale[degree - octave * 7] ?? 0) + 12 * octave;
}

export function hertzOf(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12);
}
