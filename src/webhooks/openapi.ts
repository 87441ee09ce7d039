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
        summary: "The result of a search, sent to its callback_url",
        description:
          "Signed after the Standard Webhooks specification. Any 2xx within 15 seconds is success; 410 ends the delivery; any other answer is retried. Delivered at least once, with the same `webhook-id` on every attempt.",
        parameters: [
          header("webhook-id", "The same on every attempt."),
          header("webhook-timestamp", "Unix seconds of this attempt."),
          header("webhook-signature", "`v1,` and the signature in base64."),
        ],
        requestBody: { required: true, content: { [JSON_API]: { schema: SearchResult } } },
        responses: { "2XX": { description: "Received." } },
      },
    },
  },
};
