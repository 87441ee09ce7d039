import { EXAMPLE_FAILED_SEARCH, EXAMPLE_SEARCH_RESULT } from "../../schema/wire/examples/search.ts";
import { SearchResult } from "../../schema/wire/search.ts";
import { JSON_API } from "../http/json-api.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

const EXAMPLES = { completed: { value: EXAMPLE_SEARCH_RESULT }, failed: { value: EXAMPLE_FAILED_SEARCH } };

export const webhookOpenApi: OpenApiPart = {
  paths: {},
  webhooks: {
    searchEnded: {
      post: {
        operationId: "searchEnded",
        tags: ["Searches"],
        summary: "Receive the result of a search at its callback_url",
        description:
          "Signed according to the Standard Webhooks specification. A 2xx status within 15 seconds is success. After 410 there are no further attempts; after any other answer the service retries. The same webhook can arrive more than once, always with the same `webhook-id`.",
        // The signature authenticates the service.
        security: [],
        parameters: [
          header(
            "webhook-id",
            "The id of the webhook, the same on every attempt.",
            "3c0c1ff1-6ba2-4a94-9a56-8cf5fb0f3b8e",
          ),
          header("webhook-timestamp", "The time of this attempt, in Unix seconds.", "1795531914"),
          header(
            "webhook-signature",
            "`v1,` and the signature in base64. There can be several, separated by spaces.",
            "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
          ),
        ],
        requestBody: { required: true, content: { [JSON_API]: { schema: SearchResult, examples: EXAMPLES } } },
        responses: { "2XX": { description: "Received." } },
      },
    },
  },
};
