import { SHORT, SINGING } from "./envelopes.ts";
import { HELD_TONES } from "./held-presets.ts";
import { PIPED } from "./piped-presets.ts";
import { plucked } from "./plucked.ts";
import { STRUCK } from "./struck-presets.ts";
import { sung } from "./sung.ts";
import { SYNTHS } from "./synth-presets.ts";
import type { Timbre } from "./timbre.ts";

/** Guitars and other plucked strings. */
const PLUCKED = {
  clav: () => plucked({ ring: 0.9, bright: 1, muted: true, body: 1_400 }),
  acoustic: () => plucked({ ring: 2.6, bright: 0.8, body: 190 }),
  nylon: () => plucked({ ring: 1.9, bright: 0.45, body: 170 }),
  electric: () => plucked({ ring: 2.8, bright: 0.7, drive: 0.06 }),
  fuzz: () => plucked({ ring: 4, bright: 0.9, drive: 0.9 }),
  muted: () => plucked({ ring: 1, bright: 0.6, muted: true }),
  banjo: () => plucked({ ring: 0.8, bright: 1, body: 650 }),
  mandolin: () => plucked({ ring: 0.9, bright: 0.95, body: 420 }),
  harp: () => plucked({ ring: 3.2, bright: 0.42 }),
  lute: () => plucked({ ring: 1.3, bright: 0.85, body: 320 }),
  sitar: () => plucked({ ring: 2.4, bright: 1, body: 900, drive: 0.1 }),
  pizzicato: () => plucked({ ring: 0.42, bright: 0.5, body: 400 }),
  upright: () => plucked({ ring: 0.9, bright: 0.28, body: 110 }),
  ebass: () => plucked({ ring: 2.2, bright: 0.52, body: 90 }),
  distbass: () => plucked({ ring: 2.4, bright: 0.8, drive: 0.5 }),
} as const satisfies Record<string, () => Timbre>;

/** Voices. */
const SUNG = {
  voice: () => sung({ vowels: ["aah", "eh", "oh", "ooh"], singers: 1, envelope: SINGING }),
  soprano: () => sung({ vowels: ["aah", "ooh"], singers: 1, envelope: SINGING, size: 1.17 }),
  throat: () => sung({ vowels: ["oh", "ooh"], singers: 2, envelope: SINGING, size: 0.8 }),
  choir: () => sung({ vowels: ["aah", "ooh"], singers: 4, envelope: { ...SINGING, attack: 0.25, release: 0.6 } }),
  chops: () => sung({ vowels: ["aah", "eh"], singers: 2, envelope: { ...SHORT, sustain: 0.5 }, size: 1.2 }),
} as const satisfies Record<string, () => Timbre>;

/** All sounds, by the names in instrument.ts. */
export const PRESETS = {
  ...STRUCK,
  ...PLUCKED,
  ...HELD_TONES,
  ...SYNTHS,
  ...PIPED,
  ...SUNG,
} as const satisfies Record<string, () => Timbre>;

export type PresetName = keyof typeof PRESETS;
