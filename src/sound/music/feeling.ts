import type { Energy } from "../../../schema/song.ts";
import type { SoundSong } from "../sound-song.ts";

/** What the words of a song come to, each 0 to 1. */
export interface Feeling {
  /** How much happens. */
  readonly density: number;
  /** How hard it is played. */
  readonly force: number;
  readonly brightness: number;
  /** Seconds and tritones where a calm piece has none. */
  readonly dissonance: number;
  /** 0 is staccato, 1 is held into the next note. */
  readonly legato: number;
  /** 0.5 is the middle of an instrument. */
  readonly register: number;
  /** How large the room is. */
  readonly room: number;
  /** Sevenths and ninths. */
  readonly colour: number;
}

const AT_ENERGY: Readonly<Record<Energy, Feeling>> = {
  very_low: {
    density: 0.1,
    force: 0.3,
    brightness: 0.2,
    dissonance: 0.05,
    legato: 0.9,
    register: 0.45,
    room: 0.7,
    colour: 0.25,
  },
  low: {
    density: 0.3,
    force: 0.45,
    brightness: 0.33,
    dissonance: 0.05,
    legato: 0.75,
    register: 0.5,
    room: 0.5,
    colour: 0.25,
  },
  medium: {
    density: 0.55,
    force: 0.65,
    brightness: 0.5,
    dissonance: 0.05,
    legato: 0.55,
    register: 0.5,
    room: 0.35,
    colour: 0.2,
  },
  high: {
    density: 0.85,
    force: 0.9,
    brightness: 0.72,
    dissonance: 0.08,
    legato: 0.45,
    register: 0.5,
    room: 0.28,
    colour: 0.12,
  },
};

type Shift = Partial<Feeling>;

/** Words of mood and characteristic, and what they add. */
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
  const feeling: Record<keyof Feeling, number> = { ...AT_ENERGY[song.energy] };
  for (const [pattern, shift] of SHIFTS) {
    if (!pattern.test(words)) continue;
    for (const name of NAMES) feeling[name] += shift[name] ?? 0;
  }
  for (const name of NAMES) feeling[name] = Math.min(1, Math.max(0, feeling[name]));
  return feeling;
}

const NAMES = ["density", "force", "brightness", "dissonance", "legato", "register", "room", "colour"] as const;
