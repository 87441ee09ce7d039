import { Elysia } from "elysia";
import { type Feature, readinessOf } from "../feature/feature.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { type HomeFacts, homePage } from "./home-page.ts";
import { consoleOpenApi } from "./openapi.ts";
import { publicFileRoutes } from "./public-file-routes.ts";
import { referenceRoutes } from "./reference-routes.ts";

const HOME_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  ...pageHeaders({ "style-src": "'self'", "img-src": "data:" }),
};

/** The home page, the API reference, and the files that they load. */
export function consoleFeature({
  version,
  baseUrl,
  catalog,
  features,
}: {
  readonly version: string;
  readonly baseUrl: () => string;
  readonly catalog: () => HomeFacts["catalog"];
  /** All features, including this one. */
  readonly features: () => readonly Feature[];
}): Feature {
  const facts = (): HomeFacts => ({
    version,
    baseUrl: baseUrl(),
    checks: readinessOf(features()),
    catalog: catalog(),
  });
  const home = new Elysia().get("/", () => new Response(homePage(facts()), { headers: HOME_HEADERS }));
  return {
    name: "console",
    routes: [referenceRoutes(), publicFileRoutes(), home],
    openapi: consoleOpenApi,
  };
}
