import { type Static, Type } from "@sinclair/typebox";
import { CLOSED } from "./jsonapi.ts";

/** How a piece ends: at full level, quieter and quieter, with a short last hit, or with one that decays for longer. */
export const ENDINGS = ["hard", "fade", "button", "ring_out"] as const;
export type EndingKind = (typeof ENDINGS)[number];

const Seconds = Type.Number({ minimum: 0 });
const Share = Type.Number({ minimum: 0, maximum: 1 });

/** `GET /v1/songs/:id/structure` and `GET /v1/audio_files/:id/structure` */
export const StructureDocument = Type.Object(
  {
    duration: Type.Number({ minimum: 0, description: "Seconds." }),
    pulse: Type.Union(
      [
        Type.Object(
          {
            bpm: Type.Number({ minimum: 1 }),
            beats_per_bar: Type.Integer({ minimum: 2, maximum: 8 }),
            confidence: Share,
          },
          CLOSED,
        ),
        Type.Null(),
      ],
      { description: "Null for a sound without a pulse that is sure: then it has no beats, bars, edits and loops." },
    ),
    beats: Type.Array(Seconds, { description: "Seconds from the start of the file." }),
    downbeats: Type.Array(Seconds, { description: "The beats that begin a bar, which are bar lines." }),
    levels: Type.Array(Type.Number(), {
      description:
        "The level of each bar, from its downbeat, in decibels below full scale. The last one ends with the sound.",
    }),
    closes: Type.Array(Share, {
      description: "How well the music can stop on each downbeat: the likeness of its harmony to that of the last bar.",
    }),
    sections: Type.Array(
      Type.Object(
        {
          from: Seconds,
          to: Seconds,
          label: Type.String({ description: "Sections with the same letter are alike." }),
          energy: Type.Number({
            minimum: 0,
            maximum: 1,
            description: "From level and onsets, relative to the other sections of the piece.",
          }),
        },
        CLOSED,
      ),
    ),
    starts_at: Type.Number({ minimum: 0, description: "Where the sound begins, after silence. Seconds." }),
    ends_at: Type.Number({ minimum: 0, description: "Where the sound ends, before silence. Seconds." }),
    ending: Type.Union([...ENDINGS.map((kind) => Type.Literal(kind)), Type.Null()], {
      description: "Null for silence and for a few seconds of sound.",
    }),
    loops: Type.Array(Type.Object({ from: Seconds, to: Seconds, likeness: Share }, CLOSED), {
      description: "Bar lines between which the piece can be repeated, the best first.",
    }),
    edits: Type.Array(
      Type.Object(
        {
          leave: Type.Integer({ minimum: 0 }),
          enter: Type.Integer({ minimum: 0 }),
          likeness: Share,
        },
        CLOSED,
      ),
      {
        description:
          "Where bars can be joined: the numbers of two downbeats, from 0. The music can leave at one and go on at the other, because the bars around both have like harmony, timbre and level.",
      },
    ),
  },
  { ...CLOSED, $id: "StructureDocument" },
);
export type StructureDocument = Static<typeof StructureDocument>;
