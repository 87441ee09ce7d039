import { HELD, SLOW, SHORT, BASS, VIBRATO } from "./envelopes.ts";
import { sustained } from "./sustained.ts";
import type { Timbre } from "./timbre.ts";

/** Synthesisers. */
export const SYNTHS = {
  pad: () => sustained({ shape: "saw", voices: 4, detune: 0.008, envelope: SLOW, open: 2.6, sub: 0.12 }),
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
} as const satisfies Record<string, () => Timbre>;
