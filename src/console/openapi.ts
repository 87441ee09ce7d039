import { Type } from "@sinclair/typebox";
import type { OpenApiPart, Operation } from "../http/openapi/operation.ts";

function page(id: string, summary: string, type: string): Operation {
  return {
    id,
    tag: "Operation",
    summary,
    credential: "none",
    answers: { 200: { description: summary, type, schema: Type.String() } },
  };
}

export const consoleOpenApi: OpenApiPart = {
  paths: {
    "/": { get: page("showHome", "The home page: status and first steps", "text/html") },
    "/console/home.css": { get: page("showHomeStyle", "Style sheet of the home page", "text/css") },
    "/reference": { get: page("showReference", "The API reference as a page", "text/html") },
    "/console/start-reference.js": {
      get: page("showReferenceStart", "Script that starts the API reference", "text/javascript"),
    },
    "/console/reference.css": {
      get: page("showReferencePageStyle", "Style sheet of the API reference", "text/css"),
    },
    "/reference/swagger-ui.css": { get: page("showReferenceStyle", "Style sheet of Swagger UI", "text/css") },
    "/reference/swagger-ui-bundle.js": { get: page("showReferenceScript", "Script of Swagger UI", "text/javascript") },
  },
};
