import { Type } from "@sinclair/typebox";
import { ENERGIES, VOCALS } from "../song.ts";
import { CLOSED, orNull, SelfLink } from "./jsonapi.ts";

const Source = Type.Union([Type.Literal("given"), Type.Literal("measured"), Type.Literal("inferred"), Type.Null()], {
  description:
    "`given`: the catalog has the value. `measured`: it was measured in the sound. `inferred`: it follows from tags and tempo. Null without a value.",
});
const Confidence = orNull(Type.Number({ minimum: 0, maximum: 1 }), "Of a measurement; null for other sources.");
const Length = orNull(Type.Number({ minimum: 0 }), "Seconds.");

const FileFacts = Type.Object(
  {
    id: Type.String(),
    description: Type.String(),
    stem: Type.Boolean(),
    vocals: orNull(Type.Union(VOCALS.map((one) => Type.Literal(one)))),
    duration: Type.Object({ value: Length, source: Source }, CLOSED),
    loudness: orNull(Type.Number(), "Integrated loudness by EBU R128, in LUFS; null if it was not measured."),
    sample_rate: orNull(Type.Integer(), "Hertz; null if the file was not measured."),
    channels: orNull(Type.Integer()),
  },
  CLOSED,
);

/** `GET /v1/songs/:id/facts` */
export const SongFactsDocument = Type.Object(
  {
    data: Type.Object(
      {
        type: Type.Literal("song_facts"),
        id: Type.String({ description: "The id of the song." }),
        attributes: Type.Object(
          {
            bpm: Type.Object({ value: orNull(Type.Integer()), source: Source, confidence: Confidence }, CLOSED),
            key: Type.Object(
              { value: Type.String({ description: "Empty if unknown." }), source: Source, confidence: Confidence },
              CLOSED,
            ),
            energy: Type.Object(
              {
                value: Type.Union(ENERGIES.map((one) => Type.Literal(one))),
                source: Source,
                confidence: Confidence,
              },
              CLOSED,
            ),
            files: Type.Array(FileFacts, { description: "All files of the song in the catalog's order, stems too." }),
          },
          CLOSED,
        ),
        links: SelfLink,
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: "SongFactsDocument" },
);
