import { Type } from "@sinclair/typebox";
import { CLOSED, orNull } from "./jsonapi.ts";
import { Rights } from "./rights.ts";

const Timecode = Type.String({ description: "`01:00:00:00`; a semicolon before the frames means drop-frame." });
const times = {
  in: Timecode,
  out: Timecode,
  duration: Type.String({ description: "Hours, minutes and seconds of real time, rounded to seconds." }),
  seconds: Type.Number({ minimum: 0, description: "Real time." }),
};

const Cue = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    song_id: Type.String(),
    title: Type.String(),
    version: Type.String({ description: "The version, if the list names a file by its id; else empty." }),
    artists: Type.Array(Type.String()),
    isrc: orNull(Type.String(), "Null: not on file."),
    rights: orNull(Rights, "Null: nothing is on file."),
    usage: orNull(Type.String(), "As the list or the request says; null if neither does."),
    ...times,
    tracks: Type.Array(Type.String()),
    clip: Type.String({ description: "What the list calls the clip." }),
    matched_by: Type.Union(
      ["song_id", "file_id", "isrc", "file_name", "title"].map((one) => Type.Literal(one)),
      { description: "What tells that the clip is this song." },
    ),
    missing: Type.Array(Type.String(), { description: "What a society needs and the catalog does not have." }),
    notes: Type.Array(Type.String()),
  },
  CLOSED,
);

const Unmatched = Type.Object(
  {
    clip: Type.String(),
    ...times,
    track: Type.String(),
    with_picture: Type.Boolean(),
    candidates: Type.Array(Type.String(), { description: "Ids of songs, if several have the name." }),
  },
  CLOSED,
);

/** `POST /v1/cue-sheets` */
export const CueSheetDocument = Type.Object(
  {
    data: Type.Object(
      {
        type: Type.Literal("cue_sheets"),
        id: Type.String({ description: "The digest of the list. Nothing is stored." }),
        attributes: Type.Object(
          {
            title: Type.String({ description: "The title of the list; can be empty." }),
            format: Type.Union(["cmx3600", "fcpxml", "otio"].map((one) => Type.Literal(one))),
            frame_rate: Type.Object({ fps: Type.String(), drop_frame: Type.Boolean() }, CLOSED),
            cues: Type.Array(Cue, { description: "In the order of the timeline." }),
            unmatched: Type.Array(Unmatched, {
              description: "Events with sound that name no song of the catalog, or several.",
            }),
            notes: Type.Array(Type.String(), { description: "What was left out, in full sentences." }),
          },
          CLOSED,
        ),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: "CueSheetDocument" },
);
