import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { MINUTE_MS } from "../lib/clock.ts";
import { keysOpenApi } from "./admin-openapi.ts";
import { adminKeyRoutes, type KeyAdministration } from "./admin-routes.ts";

/** How precise the last use of a key is after a crash, and how often it is written at most. */
const WRITE_USES_EVERY_MS = MINUTE_MS;

/** Writes the last use of keys in the background, and lets administrators manage keys. */
export function keysFeature(deps: FeatureDeps, administration: KeyAdministration): Feature {
  const { keyUses } = deps;
  return {
    name: "keys",
    routes: [adminKeyRoutes(deps, administration)],
    openapi: keysOpenApi,
    duties: [{ name: "write key uses", everyMs: WRITE_USES_EVERY_MS, runsOn: "each node", run: () => keyUses.write() }],
    services: [keyUses],
  };
}
