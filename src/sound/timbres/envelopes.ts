import type { Envelope } from "../signal/envelope.ts";
import type { Vibrato } from "../signal/waves.ts";

/** Envelopes and the vibrato that presets share. */
export const HELD: Envelope = { attack: 0.02, decay: 0.2, sustain: 0.85, release: 0.15 };
export const SLOW: Envelope = { attack: 0.35, decay: 0.5, sustain: 0.9, release: 0.7 };
export const BOWED: Envelope = { attack: 0.12, decay: 0.3, sustain: 0.85, release: 0.3 };
export const BLOWN: Envelope = { attack: 0.045, decay: 0.15, sustain: 0.8, release: 0.14 };
export const SHORT: Envelope = { attack: 0.003, decay: 0.16, sustain: 0.15, release: 0.1 };
export const BASS: Envelope = { attack: 0.006, decay: 0.35, sustain: 0.6, release: 0.07 };
export const SINGING: Envelope = { attack: 0.09, decay: 0.3, sustain: 0.85, release: 0.2 };
export const VIBRATO: Vibrato = { rate: 5.3, depth: 0.006, onset: 0.35 };
