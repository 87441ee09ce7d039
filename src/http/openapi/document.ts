import { SchemaComponents } from "./components.ts";
import { describeOperation, type OpenApiPart } from "./operation.ts";

/** Builds the OpenAPI 3.1 document of the service from the parts of its features. */
export function openApiDocument(version: string, baseUrl: string, parts: readonly OpenApiPart[]): object {
  const components = new SchemaComponents();
  const paths = components.refer(describePaths(parts));
  const webhooks = components.refer(Object.assign({}, ...parts.map((part) => part.webhooks ?? {})));
  return {
    openapi: "3.1.0",
    info: {
      title: "Needledrop",
      version,
      summary: "An AI music supervisor for your own catalog.",
      description:
        "Submit a brief and receive ranked songs with the reasons why they fit. Call the API from a back end only: a key grants privileged access.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [
      { url: "/", description: "The server that sent this document." },
      { url: baseUrl, description: "The base URL of all links." },
    ],
    tags: parts.flatMap((part) => part.tags ?? []),
    paths,
    webhooks,
    components: { schemas: components.schemas, headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

function describePaths(parts: readonly OpenApiPart[]): object {
  return Object.fromEntries(
    parts
      .flatMap((part) => Object.entries(part.paths))
      .map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, operation]) => [method, describeOperation(operation)]),
        ),
      ]),
  );
}

const HEADERS = {
  "X-Request-Id": {
    description: "Identifies this request in the service's log.",
    schema: { type: "string", format: "uuid" },
  },
};

const SECURITY_SCHEMES = {
  ApiKey: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "The word `Token`, a space, and the API key.",
  },
  Session: {
    type: "apiKey",
    in: "cookie",
    name: "needledrop_session",
    description: "The cookie of `POST /v1/session`. Requests that change something also send `X-CSRF-Token`.",
  },
  AdminToken: { type: "http", scheme: "bearer" },
};
