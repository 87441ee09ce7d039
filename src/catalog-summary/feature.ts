import { CatalogDocument } from "../../schema/wire/catalog-summary.ts";
import type { Generation } from "../catalog/generation.ts";
import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { catalogSummaryRoutes } from "./routes.ts";

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
            answers: { 200: { description: "Statistics of the live catalog.", schema: CatalogDocument } },
          },
        },
      },
    },
  };
}
