import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { recordsOpenApi } from "./openapi.ts";
import { recordRoutes } from "./routes.ts";

/** Lets administrators read the ledger and the audit trail. */
export function recordsFeature(deps: FeatureDeps, options: { readonly baseUrl: () => string }): Feature {
  return { name: "records", routes: [recordRoutes(deps, options)], openapi: recordsOpenApi };
}
