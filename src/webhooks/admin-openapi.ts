import { AdminDeliveryDocument, AdminDeliveryList, AdminReplayDocument } from "../../schema/wire/admin-deliveries.ts";
import { TestWebhookDocument, TestWebhookRequest } from "../../schema/wire/admin-keys.ts";
import {
  EXAMPLE_DELIVERY,
  EXAMPLE_DELIVERY_LIST,
  EXAMPLE_REPLAY,
} from "../../schema/wire/examples/admin-deliveries.ts";
import { EXAMPLE_TEST_RESULT, EXAMPLE_TEST_WEBHOOK } from "../../schema/wire/examples/admin-keys.ts";
import { EXAMPLE_SEARCH_RESULT } from "../../schema/wire/examples/search.ts";
import { SearchResult } from "../../schema/wire/search.ts";
import { JSON_BODY_REFUSALS, type OpenApiPart } from "../http/openapi/operation.ts";
import { filterParameter, pageCursor, pageSize, pathParameter } from "../http/openapi/parameters.ts";

const TAG = "Administration";
const deliveryId = pathParameter("id", "The delivery's id: the `webhook-id` of its attempts.");

export const adminDeliveryPaths: OpenApiPart["paths"] = {
  "/v1/admin/deliveries": {
    get: {
      id: "adminListDeliveries",
      tag: TAG,
      summary: "List webhooks",
      description: "The newest first.",
      credential: "admin",
      parameters: [
        filterParameter("status", "Only webhooks with this status.", ["pending", "delivered", "failed"]),
        filterParameter("key", "Only webhooks for searches of this key, by its id."),
        filterParameter("from", "Created from this time on: a date or a time in UTC."),
        filterParameter("to", "Created before this time."),
        pageSize,
        pageCursor,
      ],
      answers: {
        200: { description: "A page of webhooks.", schema: AdminDeliveryList, example: EXAMPLE_DELIVERY_LIST },
      },
      refusals: ["bad_parameter"],
    },
  },
  "/v1/admin/deliveries/{id}": {
    get: {
      id: "adminReadDelivery",
      tag: TAG,
      summary: "Read a webhook with the log of its attempts",
      credential: "admin",
      parameters: [deliveryId],
      answers: { 200: { description: "The webhook.", schema: AdminDeliveryDocument, example: EXAMPLE_DELIVERY } },
      refusals: ["not_found"],
    },
  },
  "/v1/admin/deliveries/{id}/body": {
    get: {
      id: "adminReadDeliveryBody",
      tag: TAG,
      summary: "Read the body that a webhook sends",
      description: "Built anew for every attempt, so its links are fresh.",
      credential: "admin",
      parameters: [deliveryId],
      answers: {
        200: {
          description: "The body of an attempt that starts now.",
          schema: SearchResult,
          example: EXAMPLE_SEARCH_RESULT,
        },
      },
      refusals: ["not_found"],
    },
  },
  "/v1/admin/deliveries/{id}/replay": {
    post: {
      id: "adminReplayDelivery",
      tag: TAG,
      summary: "Send a webhook again",
      description: "With the same `webhook-id`.",
      credential: "admin",
      parameters: [deliveryId],
      answers: { 202: { description: "It is sent.", schema: AdminReplayDocument, example: EXAMPLE_REPLAY } },
      refusals: ["not_found", "storage_unavailable"],
    },
  },
  "/v1/admin/keys/{id}/test-webhook": {
    post: {
      id: "adminTestWebhook",
      tag: TAG,
      summary: "Send a test webhook",
      description:
        "One attempt, signed with the secrets of the key, to an address that is checked like a `callback_url`. The body is `meta` with `test` true. The answer says what the receiver answered, or why there was none.",
      credential: "admin",
      parameters: [pathParameter("id", "The key's id.")],
      body: TestWebhookRequest,
      bodyExample: EXAMPLE_TEST_WEBHOOK,
      answers: {
        200: { description: "The result of the attempt.", schema: TestWebhookDocument, example: EXAMPLE_TEST_RESULT },
      },
      refusals: [...JSON_BODY_REFUSALS, "not_found", "conflict", "overloaded"],
    },
  },
};
