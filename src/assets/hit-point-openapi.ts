import { HitPointsDocument } from "../../schema/wire/hit-points.ts";
import type { Operation, Paths } from "../http/openapi/operation.ts";
import { pathParameter } from "../http/openapi/parameters.ts";
import { waitParameter } from "../media/openapi.ts";

const ASSET_ID = "0b6f2c1e-4d57-4f0e-9a39-7f1f1e6f4a10";

const EXAMPLE = {
  data: {
    type: "hit_points",
    id: "nd-0140",
    attributes: {
      reason: null,
      cuts: 18,
      chance: 0.42,
      offsets: [
        {
          offset: -0.72,
          score: 0.66,
          share: 0.79,
          energy: 0.81,
          hits: [
            { cut: 3.28, downbeat: 4.02 },
            { cut: 7.32, downbeat: 8.02 },
          ],
        },
      ],
    },
  },
  links: { self: `https://music.example.com/v1/songs/nd-0140/hit-points?asset_id=${ASSET_ID}` },
};

function hitPoints(id: string, summary: string, parameter: object): Operation {
  return {
    id,
    tag: "Songs",
    summary,
    description:
      "Returns up to three offsets at which most strong cuts of the film fall on downbeats of the music, and the energies agree; none without a sure pulse, and where none is better than chance. A structure that is missing is found first. While the film is being analysed, the answer is 503.",
    credential: "key",
    parameters: [
      parameter,
      {
        name: "asset_id",
        in: "query",
        required: true,
        description: "The id of an uploaded film.",
        schema: { type: "string", format: "uuid" },
      },
      waitParameter,
    ],
    answers: { 200: { description: "The offsets, best first.", schema: HitPointsDocument, example: EXAMPLE } },
    refusals: [
      "bad_parameter",
      "not_found",
      "asset_unavailable",
      "asset_failed",
      "asset_blocked",
      "asset_expired",
      "not_ready",
    ],
  };
}

export const hitPointOpenApiPaths: Paths = {
  "/v1/audio_files/{id}/hit-points": {
    get: hitPoints(
      "readHitPoints",
      "Find where an audio file can begin in a film",
      pathParameter("id", "The id of the audio file."),
    ),
  },
  "/v1/songs/{id}/hit-points": {
    get: hitPoints(
      "readSongHitPoints",
      "Find where a song's first full version can begin in a film",
      pathParameter("id", "The id of the song."),
    ),
  },
};
