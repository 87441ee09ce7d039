import { Elysia } from "elysia";
import { isUuid } from "../../lib/ids.ts";
import { refuse } from "../../lib/refusal.ts";
import { BodyReader } from "../body-reader.ts";
import type { HttpContext } from "../context.ts";
import { jsonApi } from "../json-api.ts";
import { pathId } from "../path-id.ts";
import { authentication } from "../plugins/authentication.ts";
import { searchLimit } from "../plugins/search-limit.ts";
import { readJson } from "../read-json.ts";
import type { RequestFactsBook } from "../request-facts.ts";

/** Submitting a search and reading its result. The order of the checks is the contract's: 401, 429, 415, 400, then the search's own. */
export function searchRoutes(context: HttpContext, book: RequestFactsBook) {
  const { searches, metrics, timer } = context;
  const bodies = new BodyReader(timer, book);
  return new Elysia()
    .use(authentication(context, book))
    .onBeforeHandle(searchLimit(context, book))
    .post(
      "/v1/supervisor/search",
      async ({ key, request }) => {
        const submitted = searches.submit(key, await readJson(request, key.id, bodies));
        metrics.searchSubmitted(submitted.kind);
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
