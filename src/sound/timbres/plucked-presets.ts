import { plucked } from "./plucked.ts";
import type { Timbre } from "./timbre.ts";

/** Guitars and other strings that are plucked. */
export const PLUCKED = {
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
