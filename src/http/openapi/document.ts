import { SearchResult } from "../../../schema/wire/search.ts";
import { JSON_API } from "../json-api.ts";
import { assetPaths } from "./assets.ts";
import { SchemaComponents } from "./components.ts";
import { mediaPaths } from "./media.ts";
import { describeOperation, type Paths } from "./operation.ts";
import { operationPaths } from "./operations.ts";
import { searchPaths } from "./searches.ts";
import { songPaths } from "./songs.ts";

/** Every path of the service: the table that the reference, and a test of the routes, are made from. */
export const PATHS: Paths = { ...searchPaths, ...assetPaths, ...songPaths, ...mediaPaths, ...operationPaths };

const TAGS = [
  { name: "Searches", description: "Briefs in, ranked songs out." },
  { name: "Assets", description: "Pictures and film to search with." },
  { name: "Songs", description: "The catalog itself." },
  { name: "Media", description: "What signed URLs open, and artists' pictures." },
  { name: "Operation", description: "For those who run the service." },
];

/** The service as OpenAPI 3.1. */
export function openApiDocument(version: string, baseUrl: string): object {
  const components = new SchemaComponents();
  const paths = components.refer(describePaths());
  const webhooks = components.refer({ searchEnded: { post: WEBHOOK } });
  return {
    openapi: "3.1.0",
    info: {
      title: "Needledrop",
      version,
      summary: "An AI music supervisor on a catalog of one's own.",
      description:
        "Submit a brief, receive ranked songs with the reason each one fits. To be called from a back end only: a key grants privileged access.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [
      { url: "/", description: "The server that this was read from." },
      { url: baseUrl, description: "The address that links are made from." },
    ],
    tags: TAGS,
    paths,
    webhooks,
    components: { schemas: components.schemas, headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

function describePaths(): object {
  return Object.fromEntries(
    Object.entries(PATHS).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, describeOperation(operation)])),
    ]),
  );
}

const HEADERS = {
  "X-Request-Id": {
    description: "Names this request in the service's log.",
    schema: { type: "string", format: "uuid" },
  },
};

const SECURITY_SCHEMES = {
  ApiKey: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "`Token <API_KEY>`, the word and the key.",
  },
  AdminToken: { type: "http", scheme: "bearer" },
};

const text = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const WEBHOOK = {
  operationId: "searchEnded",
  tags: ["Searches"],
  summary: "The result of a search, sent to its callback_url",
  description:
    "Signed after the Standard Webhooks specification. Any 2xx within 15 seconds is success; 410 ends the delivery; everything else is tried again. Delivered at least once, with the same `webhook-id` on every try.",
  parameters: [
    text("webhook-id", "The same on every try."),
    text("webhook-timestamp", "Unix seconds of this try."),
    text("webhook-signature", "`v1,` and the signature in base64."),
  ],
  requestBody: { required: true, content: { [JSON_API]: { schema: SearchResult } } },
  responses: { "2XX": { description: "Received." } },
};
