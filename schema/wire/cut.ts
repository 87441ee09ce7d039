import { type Static, Type } from "@sinclair/typebox";
import { CLOSED, SelfLink } from "./jsonapi.ts";

/** How a cut ends: on a short last hit, quieter and quieter, or as the recording does. */
export const CUT_ENDINGS = ["button", "fade", "natural"] as const;
export type CutEnding = (typeof CUT_ENDINGS)[number];

export const CUT_FORMS = ["wav", "mp3", "watermarked"] as const;
export type CutForm = (typeof CUT_FORMS)[number];

/** Lengths of cuts. */
export const CUT_SECONDS = { least: 5, most: 300 } as const;

const Seconds = Type.Number({ minimum: 0 });
const Ending = Type.Union(CUT_ENDINGS.map((ending) => Type.Literal(ending)));

export const CutAttributes = Type.Object(
  {
    source: Type.Union([Type.Literal("version"), Type.Literal("cut")], {
      description: "`version`: the catalog has a version of this length. `cut`: the bars of a version are joined.",
    }),
    audio_file: Type.String({ description: "The id of the version, or of the one that is cut." }),
    length: Type.Number({ description: "Seconds." }),
    difference: Type.String({ description: "How it differs from what was asked for, in words." }),
    ending: Type.Union([Ending, Type.Null()], { description: "Null for a version of the catalog." }),
    parts: Type.Array(Type.Object({ from: Seconds, to: Seconds }, CLOSED), {
      description: "The parts of the recording, in seconds, that follow each other.",
    }),
    joins: Type.Array(
      Type.Object(
        { at: Seconds, leave: Seconds, enter: Seconds, likeness: Type.Union([Seconds, Type.Null()]) },
        CLOSED,
      ),
      {
        description:
          "Where parts are joined: at a time of the cut, from one bar line of the recording to another. Times are those of the rendered file. `likeness` is null where their bars are not alike.",
      },
    ),
    fade: Type.Number({ minimum: 0, description: "Seconds at the end in which the sound fades out." }),
    silence: Type.Number({ minimum: 0, description: "Seconds of silence at the end." }),
    mp3: Type.String({ format: "uri", description: "A signed link. The file is made on its first request." }),
    wav: Type.Union([Type.String({ format: "uri" }), Type.Null()], {
      description: "A signed link, for live keys, if the recording is lossless.",
    }),
  },
  CLOSED,
);
export type CutAttributes = Static<typeof CutAttributes>;

/** `GET /v1/songs/:id/cut` */
export const CutDocument = Type.Object(
  {
    data: Type.Object(
      {
        type: Type.Literal("cuts"),
        id: Type.String(),
        attributes: CutAttributes,
      },
      CLOSED,
    ),
    links: SelfLink,
  },
  { ...CLOSED, $id: "CutDocument" },
);
export type CutDocument = Static<typeof CutDocument>;
