import { Type } from "@sinclair/typebox";
import { CLOSED } from "./jsonapi.ts";

/** `GET /v1/songs/:id/peaks` and `GET /v1/audio_files/:id/peaks` */
export const PeaksDocument = Type.Object(
  {
    duration: Type.Number({ minimum: 0, description: "Seconds." }),
    peaks: Type.Array(Type.Integer({ minimum: -128, maximum: 127 }), {
      description:
        "The lowest and the highest sample of 800 equal parts of the file, alternating: low, high, low, high. Full scale is -128 and 127.",
    }),
  },
  { ...CLOSED, $id: "PeaksDocument" },
);
