import type { Feature } from "../feature/feature.ts";
import { consoleRoutes } from "./console-routes.ts";
import { consoleOpenApi } from "./openapi.ts";
import { referenceFileRoutes } from "./reference/reference-files.ts";
import { referenceRoutes } from "./reference/reference-routes.ts";

/** The console, the API reference, and the files that they load. */
export function consoleFeature(isSignedIn: (request: Request) => Promise<boolean>): Feature {
  return {
    name: "console",
    routes: [referenceRoutes(), referenceFileRoutes(), consoleRoutes(isSignedIn)],
    openapi: consoleOpenApi,
  };
}
