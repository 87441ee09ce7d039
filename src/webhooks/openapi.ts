import { SearchResult } from "../../schema/wire/search.ts";
import { JSON_API } from "../http/json-api.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

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
        parameters: [
          header("webhook-id", "The id of the webhook, the same on every attempt."),
          header("webhook-timestamp", "The time of this attempt, in Unix seconds."),
          header("webhook-signature", "`v1,` and the signature in base64. There can be several, separated by spaces."),
        ],
        requestBody: { required: true, content: { [JSON_API]: { schema: SearchResult } } },
        responses: { "2XX": { description: "Received." } },
      },
    },
  },
};
