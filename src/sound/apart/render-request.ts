import { type Static, Type } from "@sinclair/typebox";
import { ENERGIES, VOCALS } from "../../../schema/song.ts";

const Words = Type.Array(Type.String());

/** What a child is asked to render: a song and, for each part, the file to write. JSON on its standard input. */
export const RenderRequest = Type.Object({
  song: Type.Object({
    id: Type.String(),
    bpm: Type.Union([Type.Number({ minimum: 20, maximum: 400 }), Type.Null()]),
    keyName: Type.String(),
    keyMode: Type.String(),
    energy: Type.Union(ENERGIES.map((energy) => Type.Literal(energy))),
    tags: Type.Object({ genre: Words, mood: Words, instrument: Words, characteristic: Words }),
    audioFiles: Type.Array(
      Type.Object({
        id: Type.String(),
        description: Type.String(),
        vocals: Type.Union([...VOCALS.map((vocals) => Type.Literal(vocals)), Type.Null()]),
        stem: Type.Boolean(),
      }),
    ),
  }),
  files: Type.Array(Type.Object({ part: Type.String(), path: Type.String() }), { minItems: 1 }),
});
export type RenderRequest = Static<typeof RenderRequest>;
