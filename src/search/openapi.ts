import { AcceptedSearch, SearchRequest, SearchResult } from "../../schema/wire/search.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import { pathParameter } from "../http/openapi/parameters.ts";

const text = (description: string) => ({ description, schema: { type: "string" } });

/** Headers of every response of both endpoints after authentication. */
const LIMIT_HEADERS = {
  "RateLimit-Policy": text('The key\'s limit: `"search";q=25;w=1`.'),
  RateLimit: text('The remaining requests: `"search";r=24;t=1`.'),
};

export const searchOpenApi: OpenApiPart = {
  tags: [{ name: "Searches", description: "Briefs in, ranked songs out." }],
  paths: {
    "/v1/supervisor/search": {
      post: {
        id: "submitSearch",
        tag: "Searches",
        summary: "Submit a search",
        description:
          "Answers 202 and delivers the result to `callback_url`, or, when an equivalent search was answered within 24 hours, 200 with the result itself and no webhook. An equivalent search that is still processing is joined: 202 with its id and no second webhook.",
        credential: "key",
        body: SearchRequest,
        answers: {
          200: { description: "Answered from the cache.", schema: SearchResult, headers: LIMIT_HEADERS },
          202: {
            description: "Accepted, or joined to an equivalent one.",
            schema: AcceptedSearch,
            headers: LIMIT_HEADERS,
          },
        },
        refusals: [
          "rate_limited",
          "unsupported_media_type",
          "bodies_busy",
          "body_too_large",
          "body_too_slow",
          "malformed_json",
          "wrong_type",
          "bad_request",
          "unauthorized",
          "insufficient_intent",
          "context_too_long",
          "image_count_exceeded",
          "video_count_exceeded",
          "asset_unavailable",
          "asset_failed",
          "asset_blocked",
          "asset_expired",
          "invalid_attribute",
          "searches_waiting",
          "webhooks_waiting",
          "overloaded",
        ],
      },
    },
    "/v1/supervisor/search/{id}": {
      get: {
        id: "readSearch",
        tag: "Searches",
        summary: "Read the result of a search",
        description:
          "The latest execution that has ended, completed or failed, with fresh metadata and fresh signed URLs. While a newer execution is processing, this is still the former one.",
        credential: "key",
        parameters: [pathParameter("id", "The id of the search.")],
        answers: { 200: { description: "The result.", schema: SearchResult, headers: LIMIT_HEADERS } },
        refusals: ["rate_limited", "not_found"],
      },
    },
  },
};
