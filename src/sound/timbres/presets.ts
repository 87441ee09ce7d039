import type { Envelope } from "../signal/envelope.ts";
import { piped } from "./piped.ts";
import { plucked } from "./plucked.ts";
import { struck } from "./struck.ts";
import { sung } from "./sung.ts";
import { sustained } from "./sustained.ts";
import type { Timbre } from "./timbre.ts";

const HELD: Envelope = { attack: 0.02, decay: 0.2, sustain: 0.85, release: 0.15 };
const SLOW: Envelope = { attack: 0.35, decay: 0.5, sustain: 0.9, release: 0.7 };
const BOWED: Envelope = { attack: 0.12, decay: 0.3, sustain: 0.85, release: 0.3 };
const BLOWN: Envelope = { attack: 0.045, decay: 0.15, sustain: 0.8, release: 0.14 };
const SHORT: Envelope = { attack: 0.003, decay: 0.16, sustain: 0.15, release: 0.1 };
const BASS: Envelope = { attack: 0.006, decay: 0.35, sustain: 0.6, release: 0.07 };
const SINGING: Envelope = { attack: 0.09, decay: 0.3, sustain: 0.85, release: 0.2 };
const VIBRATO = { rate: 5.3, depth: 0.006, onset: 0.35 } as const;

const STRING_PARTIALS = [
  [1, 1, 1],
  [2, 0.55, 0.8],
  [3, 0.38, 0.65],
  [4, 0.25, 0.5],
  [5, 0.17, 0.42],
  [6, 0.12, 0.35],
  [7, 0.07, 0.3],
  [8, 0.05, 0.25],
] as const;

/** Every sound there is, by the name the table of instruments uses. */
export const PRESETS = {
  piano: () => struck({ partials: STRING_PARTIALS, decay: 3.2, stiffness: 0.0004, knock: 0.05 }),
  felt: () => struck({ partials: STRING_PARTIALS.slice(0, 4), decay: 2.6, stiffness: 0.0003, knock: 0.04, touch: 0.9 }),
  harpsichord: () =>
    struck({
      partials: [
        [1, 0.6, 1],
        [2, 0.8, 0.9],
        [3, 0.8, 0.8],
        [4, 0.6, 0.8],
        [5, 0.5, 0.7],
        [6, 0.45, 0.6],
        [8, 0.4, 0.5],
        [10, 0.25, 0.4],
      ],
      decay: 1.5,
      knock: 0.12,
      touch: 0.1,
    }),
  rhodes: () =>
    struck({
      partials: [
        [1, 1, 1],
        [2, 0.22, 0.8],
        [3, 0.1, 0.6],
        [14, 0.1, 0.08],
      ],
      decay: 2.8,
      touch: 0.8,
    }),
  clav: () => plucked({ ring: 0.9, bright: 1, muted: true, body: 1_400 }),
  vibes: () =>
    struck({
      partials: [
        [1, 1, 1],
        [4, 0.22, 0.5],
        [10, 0.08, 0.12],
      ],
      decay: 3,
      ringsOn: true,
    }),
  marimba: () =>
    struck({
      partials: [
        [1, 1, 1],
        [4, 0.3, 0.35],
        [9.2, 0.1, 0.1],
      ],
      decay: 0.55,
      ringsOn: true,
      knock: 0.06,
    }),
  bell: () =>
    struck({
      partials: [
        [1, 1, 1],
        [2.76, 0.5, 0.55],
        [5.4, 0.28, 0.3],
        [8.9, 0.12, 0.15],
      ],
      decay: 1.9,
      ringsOn: true,
    }),
  musicbox: () =>
    struck({
      partials: [
        [1, 1, 1],
        [2, 0.15, 0.5],
        [6.3, 0.25, 0.12],
      ],
      decay: 1.3,
      ringsOn: true,
      knock: 0.05,
    }),
  gong: () =>
    struck({
      partials: [
        [1, 1, 1],
        [1.48, 0.5, 0.9],
        [2.11, 0.45, 0.7],
        [2.95, 0.3, 0.5],
        [4.2, 0.2, 0.3],
      ],
      decay: 2.6,
      ringsOn: true,
    }),
  steel: () =>
    struck({
      partials: [
        [1, 1, 1],
        [2, 0.6, 0.7],
        [3, 0.25, 0.5],
        [4.02, 0.15, 0.4],
      ],
      decay: 0.9,
      ringsOn: true,
    }),
  acoustic: () => plucked({ ring: 2.6, bright: 0.8, body: 190 }),
  nylon: () => plucked({ ring: 1.9, bright: 0.45, body: 170 }),
  electric: () => plucked({ ring: 2.8, bright: 0.7, drive: 0.06 }),
  fuzz: () => plucked({ ring: 4, bright: 0.9, drive: 0.9 }),
  muted: () => plucked({ ring: 1, bright: 0.6, muted: true }),
  banjo: () => plucked({ ring: 0.8, bright: 1, body: 650 }),
  harp: () => plucked({ ring: 3.2, bright: 0.42 }),
  lute: () => plucked({ ring: 1.3, bright: 0.85, body: 320 }),
  sitar: () => plucked({ ring: 2.4, bright: 1, body: 900, drive: 0.1 }),
  pizzicato: () => plucked({ ring: 0.42, bright: 0.5, body: 400 }),
  strings: () => sustained({ shape: "saw", voices: 5, detune: 0.006, envelope: BOWED, open: 5, vibrato: VIBRATO }),
  violin: () =>
    sustained({
      shape: "saw",
      voices: 1,
      detune: 0,
      envelope: { ...BOWED, attack: 0.07 },
      open: 6,
      vibrato: { ...VIBRATO, depth: 0.009 },
      noise: 0.03,
    }),
  cello: () =>
    sustained({ shape: "saw", voices: 2, detune: 0.002, envelope: BOWED, open: 5.5, vibrato: VIBRATO, noise: 0.03 }),
  brass: () =>
    sustained({ shape: "saw", voices: 3, detune: 0.004, envelope: BLOWN, open: 3.6, sweep: 1.1, sweepSeconds: 0.18 }),
  trumpet: () =>
    sustained({
      shape: "saw",
      voices: 1,
      detune: 0,
      envelope: BLOWN,
      open: 5,
      sweep: 0.8,
      sweepSeconds: 0.15,
      vibrato: VIBRATO,
      noise: 0.02,
    }),
  mute: () =>
    sustained({ shape: "pulse", voices: 1, detune: 0, envelope: BLOWN, open: 7, resonance: 2.2, vibrato: VIBRATO }),
  lowbrass: () =>
    sustained({ shape: "saw", voices: 2, detune: 0.003, envelope: BLOWN, open: 3, sweep: 0.7, sweepSeconds: 0.12 }),
  sax: () =>
    sustained({
      shape: "pulse",
      voices: 2,
      detune: 0.0015,
      envelope: BLOWN,
      open: 4.2,
      resonance: 1.3,
      vibrato: { ...VIBRATO, depth: 0.01 },
      noise: 0.08,
    }),
  clarinet: () =>
    sustained({
      shape: "square",
      voices: 1,
      detune: 0,
      envelope: BLOWN,
      open: 3.6,
      vibrato: { ...VIBRATO, depth: 0.003 },
      noise: 0.03,
    }),
  oboe: () =>
    sustained({ shape: "pulse", voices: 1, detune: 0, envelope: BLOWN, open: 6, resonance: 1.4, vibrato: VIBRATO }),
  pipes: () => sustained({ shape: "pulse", voices: 2, detune: 0.003, envelope: HELD, open: 9, resonance: 1 }),
  accordion: () => sustained({ shape: "pulse", voices: 3, detune: 0.006, envelope: HELD, open: 5 }),
  harmonica: () =>
    sustained({
      shape: "square",
      voices: 2,
      detune: 0.003,
      envelope: HELD,
      open: 6,
      vibrato: { ...VIBRATO, depth: 0.012 },
      noise: 0.05,
    }),
  flute: () =>
    piped({
      ranks: [
        [1, 1],
        [2, 0.3],
        [3, 0.1],
      ],
      envelope: BLOWN,
      breath: 0.5,
    }),
  whistle: () =>
    piped({
      ranks: [
        [1, 1],
        [2, 0.06],
      ],
      envelope: BLOWN,
      breath: 0.25,
    }),
  glass: () =>
    piped({
      ranks: [
        [1, 1],
        [2.01, 0.2],
        [3.02, 0.12],
      ],
      envelope: SLOW,
      beating: 0.003,
    }),
  organ: () =>
    piped({
      ranks: [
        [0.5, 0.5],
        [1, 1],
        [1.5, 0.4],
        [2, 0.7],
        [3, 0.35],
        [4, 0.3],
      ],
      envelope: HELD,
      beating: 0.0018,
    }),
  pipeorgan: () =>
    piped({
      ranks: [
        [0.5, 0.6],
        [1, 1],
        [2, 0.8],
        [3, 0.25],
        [4, 0.5],
        [6, 0.2],
        [8, 0.25],
      ],
      envelope: { ...HELD, attack: 0.05, release: 0.4 },
      breath: 0.05,
    }),
  pad: () => sustained({ shape: "saw", voices: 4, detune: 0.008, envelope: SLOW, open: 2.6, sub: 0.12 }),
  softpad: () =>
    piped({
      ranks: [
        [1, 1],
        [2, 0.35],
        [3, 0.16],
        [4, 0.06],
      ],
      envelope: SLOW,
      beating: 0.004,
    }),
  drone: () =>
    sustained({
      shape: "saw",
      voices: 4,
      detune: 0.01,
      envelope: { ...SLOW, attack: 1 },
      open: 2.2,
      sub: 0.5,
      noise: 0.03,
    }),
  lead: () =>
    sustained({
      shape: "saw",
      voices: 3,
      detune: 0.006,
      envelope: { ...HELD, attack: 0.008 },
      open: 5,
      sweep: 0.6,
      vibrato: VIBRATO,
    }),
  analog: () =>
    sustained({
      shape: "saw",
      voices: 2,
      detune: 0.005,
      envelope: SHORT,
      open: 2.6,
      sweep: 2.4,
      sweepSeconds: 0.1,
      resonance: 2.4,
    }),
  square: () =>
    sustained({ shape: "square", voices: 1, detune: 0, envelope: { ...HELD, attack: 0.003, release: 0.04 }, open: 14 }),
  acid: () =>
    sustained({
      shape: "saw",
      voices: 1,
      detune: 0,
      envelope: SHORT,
      open: 2,
      sweep: 5,
      sweepSeconds: 0.12,
      resonance: 6,
      drive: 0.2,
    }),
  growl: () =>
    sustained({
      shape: "saw",
      voices: 3,
      detune: 0.012,
      envelope: { ...HELD, attack: 0.005 },
      open: 4,
      sweep: 1.2,
      drive: 0.7,
    }),
  upright: () => plucked({ ring: 0.9, bright: 0.28, body: 110 }),
  ebass: () => plucked({ ring: 2.2, bright: 0.52, body: 90 }),
  distbass: () => plucked({ ring: 2.4, bright: 0.8, drive: 0.5 }),
  synthbass: () =>
    sustained({
      shape: "saw",
      voices: 2,
      detune: 0.003,
      envelope: BASS,
      open: 2.6,
      sweep: 1.6,
      sweepSeconds: 0.12,
      resonance: 1.4,
      sub: 0.4,
    }),
  sub: () =>
    piped({
      ranks: [
        [1, 1],
        [2, 0.22],
        [3, 0.08],
      ],
      envelope: { ...BASS, sustain: 0.8 },
    }),
  eight: () =>
    struck({
      partials: [
        [1, 1, 1],
        [2, 0.25, 0.6],
        [3, 0.12, 0.4],
      ],
      decay: 1.2,
      knock: 0.1,
    }),
  tuba: () =>
    sustained({
      shape: "saw",
      voices: 1,
      detune: 0,
      envelope: { ...BLOWN, attack: 0.03 },
      open: 3.2,
      sweep: 0.5,
      sweepSeconds: 0.1,
    }),
  voice: () => sung({ vowels: ["aah", "eh", "oh", "ooh"], singers: 1, envelope: SINGING }),
  soprano: () => sung({ vowels: ["aah", "ooh"], singers: 1, envelope: SINGING, size: 1.17 }),
  throat: () => sung({ vowels: ["oh", "ooh"], singers: 2, envelope: SINGING, size: 0.8 }),
  choir: () => sung({ vowels: ["aah", "ooh"], singers: 4, envelope: { ...SINGING, attack: 0.25, release: 0.6 } }),
  chops: () => sung({ vowels: ["aah", "eh"], singers: 2, envelope: { ...SHORT, sustain: 0.5 }, size: 1.2 }),
} as const satisfies Record<string, () => Timbre>;

export type PresetName = keyof typeof PRESETS;
