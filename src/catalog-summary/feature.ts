import { CatalogDocument } from "../../schema/wire/catalog-summary.ts";
import type { Generation } from "../catalog/generation.ts";
import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { catalogSummaryRoutes } from "./routes.ts";

/** `GET /v1/catalog`: how many songs, artists and tags the live catalog has, its version, and when it was imported. */
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
            summary: "Read the catalog's numbers",
            description: "Counts of songs, artists and tags, the version, and the time of the last import.",
            credential: "key",
            answers: { 200: { description: "The live catalog in numbers.", schema: CatalogDocument } },
          },
        },
      },
    },
  };
}
