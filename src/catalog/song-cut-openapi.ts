import { CUT_ENDINGS, CUT_SECONDS, CutDocument } from "../../schema/wire/cut.ts";
import type { Paths } from "../http/openapi/operation.ts";
import { pathParameter } from "../http/openapi/parameters.ts";

const LINK =
  "https://music.example.com/v1/audio_files/nd-0140-main/cuts/30.00-button.mp3?key=4f1f8a1e-6f6e-4d6b-9c39-0d3c1e4c6c0a&token=bm90LWEtcmVhbC10b2tlbg&expires=1772532000";

const EXAMPLE = {
  data: {
    type: "cuts",
    id: "nd-0140-main-30.00-button",
    attributes: {
      source: "cut",
      audio_file: "nd-0140-main",
      length: 30,
      difference: "none",
      ending: "button",
      parts: [
        { from: 0, to: 18.02 },
        { from: 84.02, to: 95.7 },
      ],
      joins: [{ at: 18.02, leave: 18.02, enter: 84.02, likeness: 0.94 }],
      fade: 0,
      silence: 0.3,
      mp3: LINK,
      wav: null,
    },
  },
  links: { self: "https://music.example.com/v1/songs/nd-0140/cut?length=30" },
};

export const songCutOpenApiPaths: Paths = {
  "/v1/songs/{id}/cut": {
    get: {
      id: "readSongCut",
      tag: "Songs",
      summary: "Fit a song to a length",
      description:
        "Returns the version of this length, or a cut of the first full version: bars are joined where they are alike, and nothing is stretched. Live keys need the right `edits` for a cut; other keys get a watermarked one.",
      credential: "key",
      parameters: [
        pathParameter("id", "The id of the song."),
        {
          name: "length",
          in: "query",
          required: true,
          description: "Seconds, with up to two decimals.",
          schema: { type: "number", minimum: CUT_SECONDS.least, maximum: CUT_SECONDS.most },
        },
        {
          name: "ending",
          in: "query",
          description: "How the cut ends: on a last hit (the default), fading out, or as the recording does.",
          schema: { type: "string", enum: [...CUT_ENDINGS] },
        },
      ],
      answers: { 200: { description: "The version or the cut, with links.", schema: CutDocument, example: EXAMPLE } },
      refusals: ["bad_parameter", "unauthorized", "not_found", "cut_impossible", "not_ready"],
    },
  },
};
