import { HELD, BOWED, BLOWN, VIBRATO } from "./envelopes.ts";
import { sustained } from "./sustained.ts";
import type { Timbre } from "./timbre.ts";

/** Bowed strings, brass and reeds. */
export const HELD_TONES = {
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
} as const satisfies Record<string, () => Timbre>;
