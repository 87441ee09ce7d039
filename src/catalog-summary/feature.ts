import { CatalogDocument } from "../../schema/wire/catalog-summary.ts";
import { EXAMPLE_SERVER } from "../../schema/wire/examples/song.ts";
import type { Generation } from "../catalog/generation.ts";
import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { catalogSummaryRoutes } from "./routes.ts";

const EXAMPLE = {
  data: {
    type: "catalogs",
    id: "f29712dc2aa533f5",
    attributes: {
      version: "f29712dc2aa533f5",
      generation: 1,
      imported_at: "2026-11-24T14:51:27.466Z",
      songs: 424,
      artists: 147,
      tags: { genre: 271, mood: 123, instrument: 200, characteristic: 98 },
    },
    links: { self: `${EXAMPLE_SERVER}/v1/catalog` },
  },
};

/** `GET /v1/catalog`: the number of songs, artists and tags in the live catalog, its version, and its import time. */
export function catalogSummaryFeature(
  deps: FeatureDeps,
  options: { readonly generation: () => Generation | null; readonly baseUrl: () => string },
): Feature {
  return {
    name: "catalog summary",
    routes: [catalogSummaryRoutes(deps, options)],
    openapi: {
      paths: {
        "/v1/catalog": {
          get: {
            id: "readCatalog",
            tag: "Songs",
            summary: "Read catalog statistics",
            description: "The numbers of songs, artists and tags, the version, and the time of the last import.",
            credential: "key",
            answers: {
              200: { description: "Statistics of the live catalog.", schema: CatalogDocument, example: EXAMPLE },
            },
          },
        },
      },
    },
  };
}
