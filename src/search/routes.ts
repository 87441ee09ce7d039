import { Elysia } from "elysia";
import type { FeatureDeps } from "../feature/feature.ts";
import { jsonApi } from "../http/json-api.ts";
import { pathId } from "../http/path-id.ts";
import { readJson } from "../http/read-json.ts";
import { authentication } from "../keys/authentication.ts";
import type { RateLimiter } from "../keys/rate-limiter.ts";
import { searchLimit } from "../keys/search-limit.ts";
import { isUuid } from "../lib/ids.ts";
import { refuse } from "../lib/refusal.ts";
import type { SearchMetrics } from "./metrics.ts";
import type { Searches } from "./searches.ts";

/** Submits searches and reads their results. The contract sets the order of checks: 401, 429, 415, 400, then the search's own. */
export function searchRoutes(
  deps: Pick<FeatureDeps, "keys" | "contexts" | "clock">,
  {
    searches,
    limiter,
    metrics,
  }: { readonly searches: Searches; readonly limiter: RateLimiter; readonly metrics: SearchMetrics },
) {
  return new Elysia()
    .use(authentication(deps))
    .onBeforeHandle(searchLimit(deps, limiter))
    .post(
      "/v1/supervisor/search",
      async ({ key, request }) => {
        const submitted = searches.submit(key, await readJson(request));
        metrics.submitted(submitted.kind);
        return jsonApi(submitted.document, submitted.kind === "cached" ? 200 : 202);
      },
      { parse: "none" },
    )
    .get("/v1/supervisor/search/:id", ({ key, params }) => {
      const id = pathId(params.id);
      const document = isUuid(id) ? searches.find(key, id) : null;
      if (document === null) throw refuse("not_found");
      return jsonApi(document);
    });
}
