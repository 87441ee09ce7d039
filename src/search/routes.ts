import { Elysia } from "elysia";
import { catalogCheck } from "../catalog/catalog-check.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { BodyReader } from "../http/body-reader.ts";
import { jsonApi } from "../http/json-api.ts";
import { pathId } from "../http/path-id.ts";
import { readJson } from "../http/read-json.ts";
import { storageRefused } from "../http/storage-refused.ts";
import { authentication } from "../keys/authentication.ts";
import type { RateLimiter } from "../keys/rate-limiter.ts";
import { searchLimit } from "../keys/search-limit.ts";
import { isUuid } from "../lib/ids.ts";
import { refuse, refuseUntil } from "../lib/refusal.ts";
import type { SearchMetrics } from "./metrics.ts";
import type { Searches } from "./searches.ts";

/** Most searches take less than a second; those with new assets take longer. */
const PROCESSING_RETRY_SECONDS = 2;

/** Submits searches and reads their results. The contract defines the order of checks: 401, 429, 415, 400, then the search's. */
export function searchRoutes(
  deps: Pick<FeatureDeps, "keys" | "contexts" | "clock" | "timer" | "storage">,
  {
    searches,
    limiter,
    metrics,
    catalog,
  }: {
    readonly searches: Searches;
    readonly limiter: RateLimiter;
    readonly metrics: SearchMetrics;
    readonly catalog: LiveCatalog;
  },
) {
  const bodies = new BodyReader(deps.timer, deps.contexts);
  return new Elysia()
    .use(authentication(deps))
    .onBeforeHandle(searchLimit(deps, limiter))
    .post(
      "/v1/supervisor/search",
      async ({ key, request }) => {
        const body = await readJson(request, key.id, bodies);
        deps.storage.requireWritable();
        if (!catalogCheck(catalog).ok) throw storageRefused("damaged");
        const submitted = searches.submit(key, body);
        metrics.submitted(submitted.kind);
        return jsonApi(submitted.document, submitted.kind === "cached" ? 200 : 202);
      },
      { parse: "none" },
    )
    .get("/v1/supervisor/search/:id", ({ key, params }) => {
      const id = pathId(params.id);
      const document = isUuid(id) ? searches.find(key, id) : null;
      if (document !== null) return jsonApi(document);
      if (isUuid(id) && searches.isProcessing(key, id))
        throw refuseUntil("search_processing", PROCESSING_RETRY_SECONDS);
      throw refuse("not_found");
    });
}
