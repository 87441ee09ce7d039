import { SHORT, SINGING } from "./envelopes.ts";
import { sung } from "./sung.ts";
import type { Timbre } from "./timbre.ts";

/** Voices. */
export const SUNG = {
  voice: () => sung({ vowels: ["aah", "eh", "oh", "ooh"], singers: 1, envelope: SINGING }),
  soprano: () => sung({ vowels: ["aah", "ooh"], singers: 1, envelope: SINGING, size: 1.17 }),
  throat: () => sung({ vowels: ["oh", "ooh"], singers: 2, envelope: SINGING, size: 0.8 }),
  choir: () => sung({ vowels: ["aah", "ooh"], singers: 4, envelope: { ...SINGING, attack: 0.25, release: 0.6 } }),
  chops: () => sung({ vowels: ["aah", "eh"], singers: 2, envelope: { ...SHORT, sustain: 0.5 }, size: 1.2 }),
} as const satisfies Record<string, () => Timbre>;
