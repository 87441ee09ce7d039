import { Type } from "@sinclair/typebox";
import {
  EXAMPLE_ACCEPTED_SEARCH,
  EXAMPLE_EVENTS,
  EXAMPLE_SEARCH_REQUEST,
  EXAMPLE_SEARCH_RESULT,
} from "../../schema/wire/examples/search.ts";
import { AcceptedSearch, SearchRequest, SearchResult } from "../../schema/wire/search.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import { pathParameter } from "../http/openapi/parameters.ts";

const text = (description: string) => ({ description, schema: { type: "string" } });

/** Headers of every response of both endpoints after authentication. */
const LIMIT_HEADERS = {
  "RateLimit-Policy": text('The limit of the key: `q` requests in `w` seconds, for example `"search";q=25;w=1`.'),
  RateLimit: text('`r` requests remain, and all are available again in `t` seconds, for example `"search";r=24;t=1`.'),
};

export const searchOpenApi: OpenApiPart = {
  tags: [{ name: "Searches", description: "Submit briefs and read the ranked songs." }],
  paths: {
    "/v1/supervisor/search": {
      post: {
        id: "submitSearch",
        tag: "Searches",
        summary: "Submit a search",
        description:
          "The response is 202, and the result is sent to `callback_url`. If an equivalent search was completed in the last 24 hours, the response is 200 with its result, and there is no webhook. If an equivalent search is still processing, the request joins it: the response is 202 with its id, and there is no second webhook.",
        credential: "key",
        body: SearchRequest,
        bodyExample: EXAMPLE_SEARCH_REQUEST,
        answers: {
          200: {
            description: "Answered from the cache.",
            schema: SearchResult,
            example: EXAMPLE_SEARCH_RESULT,
            headers: LIMIT_HEADERS,
          },
          202: {
            description: "Accepted, or joined to an equivalent search that is processing.",
            schema: AcceptedSearch,
            example: EXAMPLE_ACCEPTED_SEARCH,
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
          "audio_count_exceeded",
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
          "The result of the latest completed or failed execution, with current metadata and new signed URLs. While a newer execution is processing, this is still the previous result.",
        credential: "key",
        parameters: [pathParameter("id", "The id of the search.")],
        answers: {
          200: {
            description: "The result.",
            schema: SearchResult,
            example: EXAMPLE_SEARCH_RESULT,
            headers: LIMIT_HEADERS,
          },
        },
        refusals: ["rate_limited", "not_found", "search_processing"],
      },
    },
    "/v1/supervisor/search/{id}/events": {
      get: {
        id: "followSearch",
        tag: "Searches",
        summary: "Follow a search that is processing, as server-sent events",
        description:
          "An extension. `processing` has the ids of the assets that the search waits for, in `waiting_for`; `ended` is the last event, after which the result can be read. The stream also ends after a minute; connect again then. A key can have 16 streams.",
        credential: "key",
        parameters: [pathParameter("id", "The id of the search.")],
        answers: {
          200: {
            description: "Events.",
            type: "text/event-stream",
            schema: Type.String(),
            example: EXAMPLE_EVENTS,
            headers: LIMIT_HEADERS,
          },
        },
        refusals: ["rate_limited", "streams_busy", "not_found"],
      },
    },
  },
};
