import type { Energy } from "../../../schema/song.ts";
import type { SoundSong } from "../sound-song.ts";

/** The character that a song's tags describe, each from 0 to 1. */
export interface Feeling {
  /** How many notes there are. */
  readonly density: number;
  /** How hard it is played. */
  readonly force: number;
  readonly brightness: number;
  /** How many seconds and tritones the chords have. */
  readonly dissonance: number;
  /** 0: staccato. 1: each note is held until the next. */
  readonly legato: number;
  /** 0.5 is the middle of an instrument's range. */
  readonly register: number;
  /** The size of the room. */
  readonly room: number;
  /** Sevenths and ninths. */
  readonly colour: number;
}

const NAMES = ["density", "force", "brightness", "dissonance", "legato", "register", "room", "colour"] as const;
/** In the order of NAMES. */
const AT_ENERGY: Readonly<Record<Energy, readonly number[]>> = {
  very_low: [0.1, 0.3, 0.2, 0.05, 0.9, 0.45, 0.7, 0.25],
  low: [0.3, 0.45, 0.33, 0.05, 0.75, 0.5, 0.5, 0.25],
  medium: [0.55, 0.65, 0.5, 0.05, 0.55, 0.5, 0.35, 0.2],
  high: [0.85, 0.9, 0.72, 0.08, 0.45, 0.5, 0.28, 0.12],
};

type Shift = Partial<Feeling>;

/** Words in the mood and characteristic tags, and what they add. */
const SHIFTS: readonly (readonly [RegExp, Shift])[] = [
  [
    /tense|suspens|menac|ominous|nervous|paranoid|claustro|forebod|eerie|unsettl|terrif|danger|anxious|restless/,
    { dissonance: 0.4, legato: -0.3, register: -0.16, density: 0.05 },
  ],
  [/mysterious|sly|smoky|nocturnal|dark/, { dissonance: 0.12, colour: 0.2, register: -0.1, brightness: -0.05 }],
  [
    /melanch|lonely|mourn|heartbr|griev|resign|desolat|weary|wist|yearn|solemn|bitter/,
    { legato: 0.2, density: -0.12, brightness: -0.12, register: -0.05 },
  ],
  [
    /serene|calm|dream|tender|hazy|weightless|warm|intimate|cozy|gentle|consol|fragile/,
    { legato: 0.2, density: -0.12, brightness: -0.1, force: -0.08 },
  ],
  [
    /joy|play|carefree|cheer|celebr|hope|optim|uplift|sweet|bright|comic|silly|misch|friendly|quirky/,
    { legato: -0.15, register: 0.14, brightness: 0.12, density: 0.06 },
  ],
  [
    /aggress|angry|adrenal|defiant|frantic|wild|rowdy|heavy|urgent|gritty/,
    { density: 0.14, force: 0.12, brightness: 0.15, legato: -0.1 },
  ],
  [
    /triumph|heroic|epic|euphor|majest|soaring|anthem|proud/,
    { force: 0.1, room: 0.2, register: 0.1, brightness: 0.08 },
  ],
  [/awestruck|weightless|magical|cinematic|reverb|wide open|shimmer/, { room: 0.3, register: 0.1 }],
  [/sultry|sensual|cool|sophist|romantic|nostalg/, { colour: 0.25 }],
  [/cold|futur/, { brightness: 0.06, room: 0.08 }],
  [/sparse|minimal|slow burn/, { density: -0.2 }],
  [/driving|relentless|fast|pulsing|arpegg|chase/, { density: 0.15 }],
  [/staccato|tiptoe|bouncy|stabs|stop-start/, { legato: -0.35 }],
  [/sustained|swelling|drone|lyrical/, { legato: 0.25 }],
  [/dissonant/, { dissonance: 0.35 }],
  [/close-miked|intimate|raw|lo-fi/, { room: -0.2 }],
  [/lo-fi|retro|tape/, { brightness: -0.1 }],
];

export function feelingOf(song: SoundSong): Feeling {
  const words = [...song.tags.mood, ...song.tags.characteristic].join(" | ").toLowerCase();
  const shifts = SHIFTS.filter(([pattern]) => pattern.test(words)).map(([, shift]) => shift);
  const valueOf = (name: keyof Feeling): number => {
    const atEnergy = AT_ENERGY[song.energy][NAMES.indexOf(name)] ?? 0;
    return Math.min(
      1,
      Math.max(
        0,
        shifts.reduce((sum, shift) => sum + (shift[name] ?? 0), atEnergy),
      ),
    );
  };
  return {
    density: valueOf("density"),
    force: valueOf("force"),
    brightness: valueOf("brightness"),
    dissonance: valueOf("dissonance"),
    legato: valueOf("legato"),
    register: valueOf("register"),
    room: valueOf("room"),
    colour: valueOf("colour"),
  };
}
