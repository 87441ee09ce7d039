import { type Static, Type } from "@sinclair/typebox";
import { CUT_ENDINGS } from "../../../schema/wire/cut.ts";

const Likeness = Type.Union([Type.Number(), Type.Null()]);

/**
 * A plan whose joins were aligned with the sound: each time is that of a frame of the recording or of the cut, in seconds. `to` of a
 * part and `leave` are not played.
 */
export const AlignedCut = Type.Object({
  parts: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number() })),
  fade: Type.Number(),
  silence: Type.Number(),
  joins: Type.Array(
    Type.Object({
      at: Type.Number(),
      leave: Type.Number(),
      enter: Type.Number(),
      likeness: Likeness,
      /** Of the waveforms on both sides, -1 to 1. */
      correlation: Type.Number(),
    }),
  ),
  ending: Type.Union(CUT_ENDINGS.map((ending) => Type.Literal(ending))),
});
export type AlignedCut = Static<typeof AlignedCut>;
