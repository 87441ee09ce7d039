import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { jobControlOpenApi } from "./openapi.ts";
import { type JobControl, jobControlRoutes } from "./routes.ts";

/** Lets administrators see the lanes and their jobs, and retry or cancel one. */
export function jobControlFeature(deps: FeatureDeps, control: JobControl): Feature {
  return { name: "job-control", routes: [jobControlRoutes(deps, control)], openapi: jobControlOpenApi };
}
