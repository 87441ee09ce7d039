import { Elysia } from "elysia";
import { byKey } from "../audit/audit-event.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { eventResponse } from "../http/event-response.ts";
import { BodyReader } from "../http/body-reader.ts";
import { jsonApiOf } from "../http/json-api.ts";
import { pathId } from "../http/path-id.ts";
import { readJson } from "../http/read-json.ts";
import { authentication } from "../keys/authentication.ts";
import type { RateLimits } from "../keys/rate-limiter.ts";
import { searchLimit } from "../keys/search-limit.ts";
import { isUuid } from "../lib/ids.ts";
import { refuse, refuseUntil } from "../lib/refusal.ts";
import type { SearchEvents } from "./search-events.ts";
import type { SearchMetrics } from "./metrics.ts";
import type { Searches } from "./searches.ts";

/** Most searches take less than a second; those with new assets take longer. */
const PROCESSING_RETRY_SECONDS = 2;

/** Submits searches and reads their results. The contract defines the order of checks: 401, 429, 415, 400, then the search's. */
export function searchRoutes(
  deps: Pick<FeatureDeps, "db" | "keys" | "access" | "keyUses" | "audit" | "contexts" | "clock" | "timer">,
  {
    searches,
    limiter,
    events,
    metrics,
    requireReady,
  }: {
    readonly searches: Searches;
    readonly events: SearchEvents;
    readonly limiter: RateLimits;
    readonly metrics: SearchMetrics;
    /** Throws Refused (503) if data cannot be written or the catalog cannot be read. */
    readonly requireReady: () => void;
  },
) {
  const bodies = new BodyReader(deps.timer, deps.contexts);
  return new Elysia()
    .use(authentication(deps))
    .onBeforeHandle(searchLimit(deps, limiter))
    .post(
      "/v1/supervisor/search",
      async ({ key, isSession, request }) => {
        const body = await readJson(request, key.id, bodies);
        requireReady();
        const caller = { key, requestId: deps.contexts.of(request).id };
        const submitted = await searches.submit(caller, body, { needsCallback: !isSession });
        metrics.submitted(submitted.kind);
        return jsonApiOf(submitted.body, submitted.kind === "cached" ? 200 : 202);
      },
      { parse: "none" },
    )
    .get("/v1/supervisor/search/:id", async ({ key, params, request }) => {
      const id = pathId(params.id);
      if (!isUuid(id)) throw refuse("not_found");
      const { document, isProcessing } = await searches.find(key, id);
      if (document !== null) {
        const by = byKey(key, deps.contexts.of(request).id);
        const isRead = !deps.contexts.isHead(request);
        if (isRead) deps.audit.noteOpening({ ...by, action: "result.opened", objects: { search: id } });
        return jsonApiOf(document);
      }
      if (isProcessing) throw refuseUntil("search_processing", PROCESSING_RETRY_SECONDS);
      throw refuse("not_found");
    })
    .get("/v1/supervisor/search/:id/events", async ({ key, params, request }) => {
      const id = pathId(params.id);
      if (!isUuid(id)) throw refuse("not_found");
      return eventResponse(await events.follow(key, id, request.signal));
    });
}
