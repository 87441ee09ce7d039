import { Elysia } from "elysia";
import { SongFactsDocument } from "../../schema/wire/song-facts.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { jsonApi } from "../http/json-api.ts";
import type { Paths } from "../http/openapi/operation.ts";
import { pathParameter } from "../http/openapi/parameters.ts";
import { pathId } from "../http/path-id.ts";
import { authentication } from "../keys/authentication.ts";
import { refuse } from "../lib/refusal.ts";
import type { LiveCatalog } from "./live-catalog.ts";
import { measuredRefs } from "./measured.ts";
import type { SongPresenting } from "./present-song.ts";
import { songFacts } from "./song-facts.ts";

/** Says of the values of a song whether they were given or measured. */
export function songFactsRoutes(
  deps: Pick<FeatureDeps, "db" | "keys" | "access" | "keyUses" | "contexts" | "clock">,
  { catalog, presenting }: { readonly catalog: LiveCatalog; readonly presenting: SongPresenting },
) {
  return new Elysia().use(authentication(deps)).get("/v1/songs/:id/facts", async ({ params }) => {
    const id = pathId(params.id);
    const record = catalog.current()?.db.songsByIds([id]).get(id);
    if (record === undefined) throw refuse("not_found");
    const self = `${presenting.signer.baseUrl}/v1/songs/${encodeURIComponent(id)}/facts`;
    const attributes = songFacts(record, await deps.db.read(presenting.facts.of(measuredRefs([record]))));
    return jsonApi({ data: { type: "song_facts", id, attributes, links: { self } } });
  });
}

const EXAMPLE = {
  data: {
    type: "song_facts",
    id: "1042",
    attributes: {
      bpm: { value: 121, source: "measured", confidence: 0.94 },
      key: { value: "A minor", source: "given", confidence: null },
      energy: { value: "high", source: "inferred", confidence: null },
      files: [
        {
          id: "9001",
          description: "Full mix",
          stem: false,
          vocals: "lead",
          duration: { value: 183.2, source: "given" },
          loudness: -14.2,
          sample_rate: 48_000,
          channels: 2,
        },
      ],
    },
    links: { self: "http://127.0.0.1:4040/v1/songs/1042/facts" },
  },
};

export const songFactsOpenApiPaths: Paths = {
  "/v1/songs/{id}/facts": {
    get: {
      id: "readSongFacts",
      tag: "Songs",
      summary: "Read where the values of a song come from",
      description: "Whether tempo, key, energy and lengths were given by the catalog, measured, or inferred.",
      credential: "key",
      parameters: [pathParameter("id", "The id of the song.")],
      answers: { 200: { description: "The facts.", schema: SongFactsDocument, example: EXAMPLE } },
      refusals: ["not_found"],
    },
  },
};
