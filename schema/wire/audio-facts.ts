import { type Static, Type } from "@sinclair/typebox";
import { ENERGIES } from "../song.ts";

const Confidence = Type.Number({ minimum: 0, maximum: 1 });

/** Number of equal parts of a track whose loudness is measured. */
export const CURVE_PARTS = 16;

/** Measurements of a piece of audio. Null means unknown; guesses carry a confidence. */
export const AudioFacts = Type.Object({
  /** Seconds of decoded sound. */
  duration: Type.Number({ minimum: 0 }),
  /** Seconds that the file's header states, if less can be decoded: the file is truncated. Missing otherwise. */
  stated: Type.Optional(Type.Number({ minimum: 0 })),
  /** Hertz. Missing if only the length is known, as of stems: then the other values are null. */
  sample_rate: Type.Optional(Type.Integer({ minimum: 1 })),
  channels: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Integrated loudness by EBU R128, in LUFS; null for silence. */
  loudness: Type.Union([Type.Number(), Type.Null()]),
  /**
   * Loudness of equal parts from the start to the end, in LUFS of a mono mix; null for silence and short sounds. Missing in
   * facts of version 1.
   */
  curve: Type.Optional(
    Type.Union([Type.Array(Type.Number(), { minItems: CURVE_PARTS, maxItems: CURVE_PARTS }), Type.Null()]),
  ),
  /** Beats per minute. */
  bpm: Type.Union([Type.Object({ value: Type.Number({ minimum: 1 }), confidence: Confidence }), Type.Null()]),
  /** As in songs: "F#" and "minor". */
  key: Type.Union([
    Type.Object({
      name: Type.String(),
      mode: Type.Union([Type.Literal("major"), Type.Literal("minor")]),
      confidence: Confidence,
    }),
    Type.Null(),
  ]),
  energy: Type.Union([
    Type.Object({ value: Type.Union(ENERGIES.map((energy) => Type.Literal(energy))), confidence: Confidence }),
    Type.Null(),
  ]),
});
export type AudioFacts = Static<typeof AudioFacts>;
