import { Type } from "@sinclair/typebox";
import { CLOSED, orNull } from "./jsonapi.ts";

/** `GET /v1/songs/:id/audio` */
export const SongAudio = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          type: Type.Literal("audio_files"),
          id: Type.String(),
          attributes: Type.Object(
            {
              stem: Type.Boolean({ description: "The file is one part of the mix, such as the drums." }),
              loudness: orNull(
                Type.Number(),
                "Integrated loudness by EBU R128, in LUFS; null if the file is not measured, and for silence.",
              ),
            },
            CLOSED,
          ),
        },
        CLOSED,
      ),
      { description: "The files of the song that have media, in the order of the catalog." },
    ),
  },
  { ...CLOSED, $id: "SongAudio" },
);
