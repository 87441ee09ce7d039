import { type Feature, readinessOf } from "../feature/feature.ts";
import type { HomeFacts } from "./home-page.ts";
import { homeRoutes } from "./home-routes.ts";
import { consoleOpenApi } from "./openapi.ts";
import { publicFileRoutes } from "./public-file-routes.ts";
import { referenceRoutes } from "./reference-routes.ts";

/** The pages: the home page, the API reference, and the files they load. */
export function consoleFeature({
  version,
  baseUrl,
  catalog,
  features,
}: {
  readonly version: string;
  readonly baseUrl: () => string;
  readonly catalog: () => HomeFacts["catalog"];
  /** All features, this one included. */
  readonly features: () => readonly Feature[];
}): Feature {
  const facts = (): HomeFacts => ({
    version,
    baseUrl: baseUrl(),
    checks: readinessOf(features()),
    catalog: catalog(),
  });
  return {
    name: "console",
    routes: [referenceRoutes(), publicFileRoutes(), homeRoutes(facts)],
    openapi: consoleOpenApi,
  };
}
