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
    "/": { get: page("showHome", "What this is, and how it does", "text/html") },
    "/console/home.css": { get: page("showHomeStyle", "The style of the page at /", "text/css") },
    "/reference": { get: page("showReference", "The reference for people", "text/html") },
    "/console/start-reference.js": { get: page("showReferenceStart", "What starts the reference", "text/javascript") },
    "/console/reference.css": { get: page("showReferencePageStyle", "Our part of the reference's style", "text/css") },
    "/reference/swagger-ui.css": { get: page("showReferenceStyle", "Swagger UI's style", "text/css") },
    "/reference/swagger-ui-bundle.js": { get: page("showReferenceScript", "Swagger UI", "text/javascript") },
  },
};
